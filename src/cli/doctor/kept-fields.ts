import { type Fields, fieldAt, textAt } from "../../api/fields.ts";
import { referenceTo } from "../../api/reference-to.ts";
import type { SnapshotKind } from "../../doctor/snapshot.ts";

/**
 * Returns the fields of an object that the checks can read. There can be many Leases, so only a few
 * of their fields remain.
 */
export function keptFields(kind: SnapshotKind, value: Fields): Fields {
  if (kind !== "Lease") return value;
  const { namespace, name } = referenceTo(kind, value);
  const spec = {
    holderIdentity: textAt(value, "spec", "holderIdentity"),
    leaseDurationSeconds: fieldAt(value, "spec", "leaseDurationSeconds"),
  };
  return { metadata: { namespace, name }, spec };
}
