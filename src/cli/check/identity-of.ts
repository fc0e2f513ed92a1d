import { property } from "../../api/json-object.ts";
import { referenceTo, textOf } from "../../api/reference-to.ts";
import type { ObjectIdentity } from "./reports/result.ts";

/** Returns the identity of an object. A field that is missing or not a string is "". */
export function identityOf(object: unknown): ObjectIdentity {
  return { apiVersion: textOf(property(object, "apiVersion")), ...referenceTo(textOf(property(object, "kind")), object) };
}
