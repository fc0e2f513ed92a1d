import { type Fields, fieldAt, objectsAt, textAt } from "../core/api/fields.ts";
import { referenceTo } from "../core/api/reference-to.ts";
import type { SnapshotKind } from "./snapshot.ts";

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
  // One entry is enough to tell that the API server tracks the fields.
  const managedFields = objectsAt(value, "metadata", "managedFields")
    .slice(0, 1)
    .map(({ manager }) => ({ manager }));
  return { metadata: { namespace, name, managedFields }, spec };
}
