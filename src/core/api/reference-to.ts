import type { ObjectReference } from "../field/object-reference.ts";
import { textAt } from "./fields.ts";

/** Returns the reference to an object. A namespace or a name that is not a string is "". */
export function referenceTo(kind: string, object: unknown): ObjectReference {
  return { kind, namespace: textAt(object, "metadata", "namespace"), name: textAt(object, "metadata", "name") };
}
