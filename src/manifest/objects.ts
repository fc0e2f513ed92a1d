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

/** A value that is neither a Lease nor a LeaseCandidate of a served version, and its path. */
export interface OtherValue {
  readonly value: unknown;
  readonly path: FieldPath;
}

/** The Leases and LeaseCandidates of a document, and its other values. */
export interface ManifestObjects {
  readonly objects: readonly ManifestObject[];
  readonly others: readonly OtherValue[];
}

/**
 * Finds the Leases and LeaseCandidates of a document, including those in Lists. A List can be of
 * any kind, such as `LeaseList`, and can contain other Lists.
 */
export function manifestObjects(value: unknown): ManifestObjects {
  const objects: ManifestObject[] = [];
  const others: OtherValue[] = [];
  const visit = (value: unknown, path: FieldPath): void => {
    const items = listItems(value);
    const served = servedVersionOf(value);
    if (items !== undefined) for (const [index, item] of items.entries()) visit(item, [...path, "items", index]);
    else if (isJsonObject(value) && served !== undefined) objects.push({ served, object: value, path });
    else others.push({ value, path });
  };
  visit(value, []);
  return { objects, others };
}

/** Returns the items of a List, or undefined for any other value. */
function listItems(value: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind, items } = value;
  if (typeof kind !== "string" || !kind.endsWith("List")) return undefined;
  if (items === null) return [];
  return Array.isArray(items) ? items.map((item: unknown) => withType(item, value)) : undefined;
}

/**
 * Adds apiVersion and kind to an item of a LeaseList, because API servers omit both fields in the
 * items. As in kubectl, an item that has one of the fields gets none.
 */
function withType(item: unknown, { apiVersion, kind }: Readonly<Record<string, unknown>>): unknown {
  if (!isJsonObject(item) || item["kind"] || item["apiVersion"] || kind === "List") return item;
  return { ...item, apiVersion, kind: String(kind).slice(0, -"List".length) };
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
