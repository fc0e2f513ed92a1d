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
export function manifestObjects(value: unknown): ManifestObjects {
  const listed = listedValues(value);
  const objects = listed.flatMap(({ value, path }) => {
    const served = servedVersionOf(value);
    return served === undefined ? [] : [{ served, object: value as object, path }];
  });
  return { objects, skipped: listed.length - objects.length };
}

/** A value of a document and its path in the document. */
interface ListedValue {
  readonly value: unknown;
  readonly path: FieldPath;
}

/**
 * Returns the items of a List, including the items of Lists in this List. Returns any other value
 * itself.
 */
export function listedValues(value: unknown, path: FieldPath = []): readonly ListedValue[] {
  if (!isList(value)) return [{ value, path }];
  return value.items.flatMap((item, index) => listedValues(withType(item, value), [...path, "items", index]));
}

interface List {
  readonly apiVersion?: unknown;
  readonly kind: string;
  readonly items: readonly unknown[];
}

function isList(value: unknown): value is List {
  const [kind, items] = [property(value, "kind"), property(value, "items")];
  return typeof kind === "string" && kind.endsWith("List") && Array.isArray(items);
}

/**
 * Adds apiVersion and kind to an item of a LeaseList, because API servers omit both fields in the
 * items.
 */
function withType(item: unknown, { apiVersion, kind }: List): unknown {
  if (!isJsonObject(item) || item["kind"] !== undefined || kind === "List") return item;
  return { apiVersion, kind: kind.slice(0, -"List".length), ...item };
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
