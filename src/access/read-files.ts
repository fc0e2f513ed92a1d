import { placeText } from "../core/text/position.ts";
import { dumpedObject } from "../listing/dump.ts";
import { isIn } from "../listing/dump-outline.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import { listingBudget } from "../listing/listing-budget.ts";
import { objectReader } from "../listing/object-reader.ts";
import { unreadObjects } from "../listing/unread-objects.ts";
import { openDumps } from "../terminal/dump-documents.ts";
import { UsageError } from "../terminal/errors.ts";
import { objectSetOf, type SetMember, setMemberOf } from "../workload/object-set.ts";
import type { AccessSource } from "./read-cluster.ts";

/**
 * Reads Leases, roles, bindings, and workloads from files. Throws a usage error if a file cannot be
 * read, or if the files contain neither a Lease nor an object that says who may write one.
 */
export async function readFiles(files: readonly string[], namespace: string | undefined): Promise<AccessSource> {
  const budget = listingBudget();
  const read = objectReader({ rules: undefined, now: new Date(0), candidates: [], budget });
  const listed: ListedObject[] = [];
  const members: SetMember[] = [];
  const exceeding = unreadObjects();
  for (const { values } of await openDumps(files))
    for await (const batch of values())
      for (const each of batch) {
        if ("list" in each) continue;
        if (each.exceeded !== undefined) {
          exceeding.add(each.exceeded, `${placeText(each.locate([]))}: ${each.exceeded.limit}`);
          continue;
        }
        const member = setMemberOf(each.value);
        const object = dumpedObject(each.value);
        if (member !== undefined) members.push(member);
        else if (object !== undefined && "served" in object && object.served.gvk.kind === "Lease")
          if (isIn(namespace, object)) listed.push(...read([object]).objects);
      }
  if (members.length === 0 && listed.length === 0)
    throw new UsageError(`${files.join(", ")} must contain a Lease, a role, a binding, or a workload`);
  return { set: objectSetOf(members), listed, unread: [], problems: exceeding.resources(budget) };
}
