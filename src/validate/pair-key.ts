import { referenceKey } from "../field/object-reference.ts";
import { referenceOf, type ViewedObject } from "./view.ts";

/**
 * Returns the key that an object shares with the old object. The API version of the two objects can
 * differ. Returns undefined for an object without a name, because kube-apiserver generates a name.
 */
export function pairKey(object: ViewedObject): string | undefined {
  const reference = referenceOf(object);
  return reference.name === "" ? undefined : referenceKey(reference);
}
