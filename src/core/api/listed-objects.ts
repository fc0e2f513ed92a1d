import type { FieldPath } from "../field/path.ts";
import { isJsonObject, property } from "./json-object.ts";
import { defaultNamespace } from "./meta.ts";
import { type ServedVersion, servedVersionOf } from "./served-versions.ts";

/**
 * A Lease or a LeaseCandidate, and its path in the document. Each item of a List is a separate
 * object.
 */
export interface ManifestObject {
  readonly served: ServedVersion;
  readonly object: object;
  readonly path: FieldPath;
}

/** The parts of an object that name it in a message. */
export interface Identity {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
}

export interface ListedValue {
  readonly value: unknown;
  readonly path: FieldPath;
}

/**
 * The Leases and LeaseCandidates of a document, and its other values, such as objects of other
 * kinds. The items of a List are in one of the two lists, but the List is not.
 */
export interface ManifestObjects {
  readonly objects: readonly ManifestObject[];
  readonly others: readonly ListedValue[];
}

/**
 * Finds the Leases and LeaseCandidates of a document, including the items of Lists. A List can be
 * of any kind, such as `LeaseList`, and can contain other Lists.
 */
export function manifestObjects(value: unknown): ManifestObjects {
  const objects: ManifestObject[] = [];
  const others: ListedValue[] = [];
  for (const listed of listedValues(value)) {
    const { value: object, path } = listed;
    const served = servedVersionOf(object);
    if (isJsonObject(object) && served !== undefined) objects.push({ served, object, path });
    else others.push(listed);
  }
  return { objects, others };
}

/**
 * Returns the items of a List, including the items of Lists in this List. Returns any other value
 * itself.
 */
export function listedValues(value: unknown, path: FieldPath = []): readonly ListedValue[] {
  const items = listItems(value);
  return items?.flatMap((item, index) => listedValues(item, [...path, "items", index])) ?? [{ value, path }];
}

/**
 * Returns the items of a List, or undefined for any other value. The kind of a List ends with
 * `List`, and its `items` are a list or null.
 */
function listItems(value: unknown): readonly unknown[] | undefined {
  const type = listTypeOf(value);
  if (type === undefined) return undefined;
  const items = property(value, "items");
  if (items === null) return [];
  return Array.isArray(items) ? items.map((item: unknown) => withType(item, type)) : undefined;
}

export interface ListType {
  readonly apiVersion: unknown;
  readonly kind: string;
}

/** Returns the type of a value if its kind ends with `List`, and undefined for any other value. */
export function listTypeOf(value: unknown): ListType | undefined {
  const [apiVersion, kind] = [property(value, "apiVersion"), property(value, "kind")];
  return typeof kind === "string" && kind.endsWith("List") ? { apiVersion, kind } : undefined;
}

/** Returns the types of a List and of the Lists in it. Returns no type for any other value. */
function listTypes(value: unknown): readonly ListType[] {
  const [type, items] = [listTypeOf(value), listItems(value)];
  return type === undefined || items === undefined ? [] : [type, ...items.flatMap(listTypes)];
}

/** Reports whether an item has neither an apiVersion nor a kind. */
export function lacksType(item: unknown): item is Readonly<Record<string, unknown>> {
  return isJsonObject(item) && !item["kind"] && !item["apiVersion"];
}

/**
 * Adds apiVersion and kind to an item of a list with a kind such as LeaseList, because API servers
 * omit both fields in these items. As in kubectl, an item that has one of the fields stays
 * unchanged.
 */
export function withType(item: unknown, { apiVersion, kind }: ListType): unknown {
  if (!lacksType(item) || kind === "List") return item;
  return { ...item, apiVersion, kind: kind.slice(0, -"List".length) };
}

/**
 * Returns the object with a namespace. If the object has no namespace, sets `namespace`, as kubectl
 * does before it sends an object. Returns the object unchanged if its metadata is not a JSON
 * object.
 */
export function inNamespace(object: object, namespace: string = defaultNamespace): object {
  const metadata = property(object, "metadata") ?? {};
  if (!isJsonObject(metadata)) return object;
  const own = metadata["namespace"] ?? "";
  return own === "" ? { ...object, metadata: { ...metadata, namespace } } : object;
}

/**
 * Yields the type of each List in a value, and the values that are not Lists. `locate` returns the
 * place at a path of the whole value.
 */
export function* valuesIn<P>(
  value: unknown,
  locate: (path: FieldPath) => P,
): Generator<{ readonly list: ListType } | { readonly value: unknown; readonly locate: (path: FieldPath) => P }> {
  for (const list of listTypes(value)) yield { list };
  for (const listed of listedValues(value))
    yield { value: listed.value, locate: (path) => locate([...listed.path, ...path]) };
}
