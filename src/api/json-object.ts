/** True for a JSON object: not null and not a list. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a field of any value; undefined if the value has no such field. */
export function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Returns the string that Go decodes: U+FFFD for a lone surrogate, and "" for null or absent. */
export function goString(value: string | null | undefined): string {
  return value?.toWellFormed() ?? "";
}

/** Returns the metadata of an object as submitted; undefined if it is not a JSON object. */
export function metadataOf(object: unknown): Readonly<Record<string, unknown>> | undefined {
  const metadata = property(object, "metadata");
  return isJsonObject(metadata) ? metadata : undefined;
}
