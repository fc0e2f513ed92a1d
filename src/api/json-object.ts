/**
 * Maximum nesting of a value from a file. No API object is as deep, and recursive functions can
 * process a value of this depth.
 */
export const maxDepth = 500;

/** Reports whether a value is a JSON object, which excludes null and lists. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a field of any value, or undefined if the value does not have the field. */
export function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/**
 * Returns a string as Go decodes JSON: U+FFFD for a lone surrogate, and "" for null or an absent
 * string.
 */
export function goString(value: string | null | undefined): string {
  return value?.toWellFormed() ?? "";
}

/**
 * Returns the metadata of an object as submitted, or undefined if the metadata is not a JSON
 * object.
 */
export function metadataOf(object: unknown): Readonly<Record<string, unknown>> | undefined {
  const metadata = property(object, "metadata");
  return isJsonObject(metadata) ? metadata : undefined;
}
