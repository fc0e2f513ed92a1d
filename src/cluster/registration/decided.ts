/** True, false, or undefined if the value cannot be decided. */
export type Decided = boolean | undefined;

/**
 * Returns false if a value is false, otherwise undefined if a value is undefined, and otherwise
 * true.
 */
export function all(values: readonly Decided[]): Decided {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}

/**
 * Returns true if a value is true, otherwise undefined if a value is undefined, and otherwise
 * false.
 */
export function any(values: readonly Decided[]): Decided {
  if (values.includes(true)) return true;
  return values.includes(undefined) ? undefined : false;
}
