import { metadataOf, property } from "../../api/json-object.ts";
import type { ObjectIdentity } from "./reports/result.ts";

/** Returns the identity of an object. A field that is missing or not a string is "". */
export function identityOf(object: unknown): ObjectIdentity {
  const { name, namespace } = metadataOf(object) ?? {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    apiVersion: text(property(object, "apiVersion")),
    kind: text(property(object, "kind")),
    namespace: text(namespace),
    name: text(name),
  };
}
