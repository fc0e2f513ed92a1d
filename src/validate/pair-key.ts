import { referenceKey } from "../field/object-reference.ts";
import { referenceOf, type ViewedObject } from "./view.ts";

/**
 * Returns a key that is the same for an object before and after an update, even if the API versions
 * differ. Returns undefined for an object without a name, because kube-apiserver generates a name.
 */
export function pairKey(object: ViewedObject): string | undefined {
  const reference = referenceOf(object);
  return reference.name === "" ? undefined : referenceKey(reference);
}
