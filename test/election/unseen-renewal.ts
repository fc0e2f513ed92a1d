import type { Write } from "./api-server.ts";

type Update = Extract<Write["change"], { readonly operation: "UPDATE" }>;

/**
 * Reports whether client-go cannot detect the last renewal before a takeover: the holder sent it
 * within the second of another renewal, and it arrived more than a second after the other one. The
 * holder is alive, so the denial of the takeover is correct, although the client waited for a whole
 * lease term.
 */
export function followsUnseenRenewal({ kind, change }: Write, stored: readonly Write[]): boolean {
  if (kind !== "Lease" || change.operation !== "UPDATE" || change.object.spec.holderIdentity === change.oldObject.spec.holderIdentity)
    return false;
  const { name } = change.object.metadata;
  const others = stored.filter((other) => other.kind === kind && nameOf(other) === name);
  const unlike = others.findLastIndex((other) => seen(other.change) !== seen({ ...change, object: change.oldObject }));
  const renewals = others.slice(unlike + 1).filter((other) => other.change.operation === "CREATE" || renews(other.change));
  const [first, last] = [renewals[0], renewals.at(-1)];
  return first !== undefined && last !== undefined && last.now - first.now > 1000;
}

function nameOf({ change }: Write): string {
  return change.operation === "DELETE" ? change.oldObject.metadata.name : change.object.metadata.name;
}

/** What client-go compares: times count only to the second. */
function seen(change: Write["change"]): string | undefined {
  if (change.operation === "DELETE") return undefined;
  return JSON.stringify(Object.entries(change.object.spec).toSorted()).replaceAll(/\.\d{6}Z/g, "Z");
}

function renews(change: Write["change"]): change is Update {
  return change.operation === "UPDATE" && change.object.spec.renewTime !== change.oldObject.spec.renewTime;
}
