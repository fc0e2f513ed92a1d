import type { FieldError } from "../../field/error.ts";

/**
 * Yields the errors of each item on demand, because a review of 7 MiB has room for a million
 * errors. Returns an empty list without errors, because a generator takes longer than most rules.
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
