import { type Fields, textAt } from "../core/api/fields.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import { placeText } from "../core/text/position.ts";
import type { DumpValue } from "../manifest/json-dump.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { openDumps } from "../terminal/dump-documents.ts";
import { UsageError } from "../terminal/errors.ts";
import {
  type Snapshot,
  type SnapshotKind,
  type SnapshotObject,
  snapshotKind,
  snapshotObject,
  snapshotResourceName,
} from "./snapshot.ts";
import { doesNotFit, keptFields, snapshotBudget } from "./snapshot-budget.ts";

/**
 * Reads a snapshot from files with objects in JSON or YAML. A kind counts as read if the files
 * contain an object or a list of the kind. A list, such as `LeaseList`, can be empty. The output of
 * `kubectl version -o json` sets the version of the API server. Throws a usage error if a file
 * cannot be read, or if the files contain no object that the doctor reads.
 */
export async function readFiles(paths: readonly string[]): Promise<Snapshot> {
  const objects: SnapshotObject[] = [];
  const read = new Set<SnapshotKind>();
  const unread = new Map<SnapshotKind, UnreadResource>();
  const budget = snapshotBudget();
  let serverVersion: string | undefined;
  for (const { values } of await openDumps(paths)) {
    for await (const batch of values())
      for (const each of batch) {
        const listed = "list" in each ? snapshotKind(each.list.kind.replace(/List$/, ""), each.list) : undefined;
        if (listed !== undefined) read.add(listed);
        if ("list" in each) continue;
        if (each.exceeded !== undefined) addUnread(each, unread);
        serverVersion ??= textAt(each.value, "serverVersion", "gitVersion") || undefined;
        const kind = snapshotKind(textAt(each.value, "kind"), each.value);
        if (kind === undefined) continue;
        read.add(kind);
        const value = keptFields(kind, each.value as Fields);
        if (budget.admits(value)) objects.push({ ...snapshotObject(kind, value), locate: each.locate });
        else unread.set(kind, { resource: snapshotResourceName(kind), reason: doesNotFit });
      }
  }
  if (objects.length === 0) throw new UsageError(`${paths.join(", ")} must contain objects of a cluster`);
  for (const kind of unread.keys()) read.delete(kind);
  return { objects, read, unread: [...unread.values()], serverVersion };
}

/** Adds the kind of an object that exceeds a limit, because the snapshot lacks this object. */
function addUnread({ exceeded, locate }: DumpValue, unread: Map<SnapshotKind, UnreadResource>): void {
  const kind = snapshotKind(exceeded?.kind ?? "", exceeded);
  if (kind === undefined || unread.has(kind)) return;
  unread.set(kind, { resource: snapshotResourceName(kind), reason: `${placeText(locate([]))}: ${exceeded?.limit}` });
}

/**
 * Returns the first object in a manifest of this package, or an object without fields if there is
 * none.
 */
export async function oneObject(text: string): Promise<Fields> {
  for await (const document of readDocuments(text)) if (document.ok) return document.value.value as Fields;
  return {};
}
