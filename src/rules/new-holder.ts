import type { Kinds } from "../api/coordination.ts";
import type { Change } from "./rule.ts";

/** A write that leaves an object behind. */
type Write = Extract<Change<Kinds["Lease"]>, { readonly object: unknown }>;

/** The holder that a write brings in; "" where it brings none, or leaves the one there was. */
export function newHolder(write: Write): string {
  const { holderIdentity = "" } = write.object.spec;
  return write.operation === "UPDATE" && write.oldObject.spec.holderIdentity === holderIdentity ? "" : holderIdentity;
}
