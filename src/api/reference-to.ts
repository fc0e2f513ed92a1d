import type { ObjectReference } from "../field/object-reference.ts";
import { metadataOf } from "./json-object.ts";

/** Returns the reference to an object. A namespace or a name that is not a string is "". */
export function referenceTo(kind: string, object: unknown): ObjectReference {
  const { namespace, name } = metadataOf(object) ?? {};
  return { kind, namespace: textOf(namespace), name: textOf(name) };
}

/** Returns a string unchanged, and "" for a value of any other type. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
