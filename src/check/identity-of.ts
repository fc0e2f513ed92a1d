import { textAt } from "../core/api/fields.ts";
import { referenceTo } from "../core/api/reference-to.ts";
import type { ObjectIdentity } from "./reports/result.ts";

/** Returns the identity of an object. A field that is missing or not a string is "". */
export function identityOf(object: unknown): ObjectIdentity {
  return { apiVersion: textAt(object, "apiVersion"), ...referenceTo(textAt(object, "kind"), object) };
}
