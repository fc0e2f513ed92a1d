import type { Write } from "./api-server.ts";

type Update = Extract<Write["change"], { readonly operation: "UPDATE" }>;

/**
 * Tells whether a takeover is of a Lease whose last renewal client-go cannot see: the holder sent it
 * within a second after another, and it arrived more than a second after the other. The holder
 * leads, so it is right to deny the takeover, although the client waited as long as it must.
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
