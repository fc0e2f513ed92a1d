import type { JsonSchema } from "../json-schema.ts";

export const text: JsonSchema = { type: "string" };
export const flag: JsonSchema = { type: "boolean" };

/** The schema of an object that Kubernetes defines, such as an affinity. */
export const object: JsonSchema = { type: "object" };

/** The schema of a list of objects that Kubernetes defines, such as tolerations. */
export const objects: JsonSchema = { type: "array", items: object };

export const texts: JsonSchema = { type: "array", items: { type: "string", minLength: 1 } };
export const labels: JsonSchema = { type: "object", additionalProperties: text };
export const count: JsonSchema = { type: "integer", minimum: 1 };

/** The schema of a positive integer, or null for a default that depends on other values. */
export const optionalCount: JsonSchema = { type: ["integer", "null"], minimum: 1 };
