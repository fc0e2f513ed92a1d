import { type Fields, fieldAt, mapAt, objectsAt, referenceTo, textAt } from "../core/api/fields.ts";
import { identityLabel } from "../rules/lease/apiserver-identity-by-apiserver.ts";
import type { SnapshotKind } from "./snapshot.ts";

/** The memory for all objects of a snapshot, in bytes. */
const maxBytes = 100e6;

/** The memory for a value, its key, and an object around it, in bytes. */
const valueBytes = 64;

/** The memory for the references to an object, and to its place in a file. */
const objectBytes = 500;

/** Limits the objects that a snapshot keeps, because a cluster can have any number of them. */
export interface SnapshotBudget {
  /** Reports whether an object fits, and counts it if it does. */
  readonly admits: (object: object) => boolean;
}

export const doesNotFit = "they do not fit into the memory of the doctor";

export function snapshotBudget(limit: number = maxBytes): SnapshotBudget {
  let left = limit;
  return {
    admits: (object) => {
      const bytes = objectBytes + bytesOf(object, left);
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
  };
}

/** Returns the memory for a value. Stops as soon as the result exceeds `limit`. */
function bytesOf(value: unknown, limit: number): number {
  if (typeof value === "string") return valueBytes + value.length;
  if (typeof value !== "object" || value === null) return valueBytes;
  let bytes = valueBytes;
  for (const key in value) {
    bytes += key.length + bytesOf((value as Readonly<Record<string, unknown>>)[key], limit - bytes);
    if (bytes > limit) return bytes;
  }
  return bytes;
}

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
    renewTime: fieldAt(value, "spec", "renewTime"),
    strategy: fieldAt(value, "spec", "strategy"),
  };
  const identity = mapAt(value, "metadata", "labels").get(identityLabel);
  const labels = identity === undefined ? undefined : { labels: { [identityLabel]: identity } };
  // One entry is enough to tell that the API server tracks the fields.
  const managedFields = objectsAt(value, "metadata", "managedFields")
    .slice(0, 1)
    .map(({ manager }) => ({ manager }));
  return { metadata: { namespace, name, managedFields, ...labels }, spec };
}
