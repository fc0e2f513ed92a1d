import type { ObjectReference } from "../field/object-reference.ts";
import { isJsonObject, property } from "./json-object.ts";

/** A JSON object whose fields can have any type. */
export type Fields = Readonly<Record<string, unknown>>;

/** The name of a field, or the index of an item in a list. */
type Step = string | number;

/** Returns the value at a path, or undefined if a value on the path is absent. */
export function fieldAt(value: unknown, ...path: readonly Step[]): unknown {
  return path.reduce((inner, step) => property(inner, String(step)), value);
}

/** Returns the string at a path, or "" if there is none. */
export function textAt(value: unknown, ...path: readonly Step[]): string {
  const text = fieldAt(value, ...path);
  return typeof text === "string" ? text : "";
}

export function numberAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const number = fieldAt(value, ...path);
  return typeof number === "number" ? number : undefined;
}

/** Returns the strings in the list at a path, without items of other types. */
export function textsAt(value: unknown, ...path: readonly Step[]): readonly string[] {
  const list = fieldAt(value, ...path);
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

/**
 * Returns the list at a path, or an empty list if there is none. An item that is not an object
 * becomes an object without fields.
 */
export function objectsAt(value: unknown, ...path: readonly Step[]): readonly Fields[] {
  const list = fieldAt(value, ...path);
  return Array.isArray(list) ? list.map((item: unknown) => (isJsonObject(item) ? item : {})) : [];
}

/** Returns the entries with string values of the map at a path, such as labels. */
export function mapAt(value: unknown, ...path: readonly Step[]): ReadonlyMap<string, string> {
  const map = fieldAt(value, ...path);
  const entries = Object.entries(isJsonObject(map) ? map : {});
  return new Map(entries.flatMap(([key, text]) => (typeof text === "string" ? [[key, text] as const] : [])));
}

/** Returns the reference to an object. A namespace or a name that is not a string is "". */
export function referenceTo(kind: string, object: unknown): ObjectReference {
  return { kind, namespace: textAt(object, "metadata", "namespace"), name: textAt(object, "metadata", "name") };
}

/** Returns the failure policy of a webhook or of the spec of a policy. The default is `Fail`. */
export function failurePolicyOf(value: unknown): "Fail" | "Ignore" {
  return textAt(value, "failurePolicy") === "Ignore" ? "Ignore" : "Fail";
}
