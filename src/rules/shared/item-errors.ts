import type { FieldError } from "../../field/error.ts";

/**
 * The errors of each item in turn, made as they are asked for: a review of 7 MiB has room for a million. A generator only where there
 * is an error at all, for it takes longer than most rules do.
 */
export function itemErrors<T>(items: readonly T[], errorsOf: (item: T, index: number) => readonly FieldError[]): Iterable<FieldError> {
  const first = items.findIndex((item, index) => errorsOf(item, index).length > 0);
  return first === -1 ? [] : errorsFrom(items, first, errorsOf);
}

function* errorsFrom<T>(
  items: readonly T[],
  first: number,
  errorsOf: (item: T, index: number) => readonly FieldError[],
): Iterable<FieldError> {
  for (const [offset, item] of items.slice(first).entries()) yield* errorsOf(item, first + offset);
}
