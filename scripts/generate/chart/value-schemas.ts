import type { JsonSchema } from "../json-schema.ts";

/** A string. */
export const text: JsonSchema = { type: "string" };

/** True or false. */
export const flag: JsonSchema = { type: "boolean" };

/** An object that Kubernetes defines, such as an affinity. */
export const object: JsonSchema = { type: "object" };

/** A list of objects that Kubernetes defines, such as tolerations. */
export const objects: JsonSchema = { type: "array", items: object };

/** A list of strings that are not empty. */
export const texts: JsonSchema = { type: "array", items: { type: "string", minLength: 1 } };

/** Labels or annotations. */
export const labels: JsonSchema = { type: "object", additionalProperties: text };

/** A positive integer. */
export const count: JsonSchema = { type: "integer", minimum: 1 };

/** A positive integer, or null for a default that depends on other values. */
export const optionalCount: JsonSchema = { type: ["integer", "null"], minimum: 1 };
