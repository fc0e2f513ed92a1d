import { isJsonObject, property } from "../api/json-object.ts";
import { type ServedVersion, servedVersionOf } from "../api/served-versions.ts";
import type { FieldPath } from "../field/path.ts";

/**
 * One object of a document, and its path in the document. Each item of a List is a separate object.
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

/** Finds the Leases and LeaseCandidates of a document, also inside every List of any kind. */
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
 * Adds apiVersion and kind to an item of a LeaseList, because an API server leaves both out of the
 * items.
 */
function withType(item: unknown, { apiVersion, kind }: Readonly<Record<string, unknown>>): unknown {
  if (!isJsonObject(item) || item["kind"] !== undefined || kind === "List") return item;
  return { apiVersion, kind: String(kind).slice(0, -"List".length), ...item };
}

/** Sets the namespace of an object that has none, as kubectl does before it sends the object. */
export function inNamespace(object: object, namespace: string): object {
  const metadata = property(object, "metadata") ?? {};
  if (!isJsonObject(metadata)) return object;
  const own = metadata["namespace"] ?? "";
  return own === "" ? { ...object, metadata: { ...metadata, namespace } } : object;
}
