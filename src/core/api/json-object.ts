/**
 * The maximum nesting depth of a value from a file. A recursive function can read a value of this
 * depth without a stack overflow.
 */
export const maxDepth = 500;

export function mustNotNestDeeper(limit: number): string {
  return `must not nest deeper than ${limit} levels`;
}

/**
 * The message for a duplicate field in a configuration file, which is invalid with such a field.
 */
export const mustNotBeDuplicate = "must not be a duplicate field";

/** Reports whether a value is a JSON object. Null and lists are not JSON objects. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a field of any value, or undefined if the value does not have the field. An inherited
 * property, such as `constructor`, is not a field.
 */
export function property(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/**
 * Returns a string as Go's JSON decoder reads the string. A lone surrogate becomes U+FFFD. Null or
 * an absent string becomes "".
 */
export function goString(value: string | null | undefined): string {
  return value?.toWellFormed() ?? "";
}

/**
 * Returns the metadata of a submitted object, or undefined if the metadata is not a JSON object.
 */
export function metadataOf(object: unknown): Readonly<Record<string, unknown>> | undefined {
  const metadata = property(object, "metadata");
  return isJsonObject(metadata) ? metadata : undefined;
}

/** Values that differ only in the order of keys have the same JSON. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
