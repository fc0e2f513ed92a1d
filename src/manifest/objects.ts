import { isJsonObject, property } from "../api/json-object.ts";
import { type ServedVersion, servedVersionOf } from "../api/served-versions.ts";
import type { FieldPath } from "../field/path.ts";

/**
 * A Lease or a LeaseCandidate, and its path in the document. Each item of a List is a separate
 * object.
 */
export interface ManifestObject {
  readonly served: ServedVersion;
  readonly object: object;
  readonly path: FieldPath;
}

/** The Leases and LeaseCandidates of a document, and the number of objects of other kinds. */
export interface ManifestObjects {
  readonly objects: readonly ManifestObject[];
  readonly skipped: number;
}

/**
 * Finds the Leases and LeaseCandidates of a document, including those in Lists. A List can be of
 * any kind, such as `LeaseList`, and can contain other Lists.
 */
export function manifestObjects(value: unknown, path: FieldPath = []): ManifestObjects {
  if (!isJsonObject(value)) return { objects: [], skipped: 1 };
  const { kind, items } = value;
  if (typeof kind === "string" && kind.endsWith("List") && Array.isArray(items)) {
    const found = items.map((item: unknown, index) => manifestObjects(withType(item, value), [...path, "items", index]));
    return { objects: found.flatMap(({ objects }) => objects), skipped: found.reduce((sum, { skipped }) => sum + skipped, 0) };
  }
  const served = servedVersionOf(value);
  return served === undefined ? { objects: [], skipped: 1 } : { objects: [{ served, object: value, path }], skipped: 0 };
}

/**
 * Adds apiVersion and kind to an item of a LeaseList, because API servers omit both fields in the
 * items.
 */
function withType(item: unknown, { apiVersion, kind }: Readonly<Record<string, unknown>>): unknown {
  if (!isJsonObject(item) || item["kind"] !== undefined || kind === "List") return item;
  return { apiVersion, kind: String(kind).slice(0, -"List".length), ...item };
}

/**
 * Returns the object with a namespace. If the object has no namespace, sets `namespace`, as kubectl
 * does before it sends an object.
 */
export function inNamespace(object: object, namespace: string): object {
  const metadata = property(object, "metadata") ?? {};
  if (!isJsonObject(metadata)) return object;
  const own = metadata["namespace"] ?? "";
  return own === "" ? { ...object, metadata: { ...metadata, namespace } } : object;
}
