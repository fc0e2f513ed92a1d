import type { FieldError } from "../../core/field/error.ts";

/**
 * Yields the errors of each item on demand, because a review of 7 MiB can contain a million wrong
 * items. If no item has an error, returns an empty list, because a generator takes longer than most
 * rules.
 */
export function itemErrors<T>(
  items: readonly T[],
  errorsOf: (item: T, index: number) => readonly FieldError[],
): Iterable<FieldError> {
  for (let index = 0; index < items.length; index++) {
    const errors = errorsOf(items[index] as T, index);
    if (errors.length > 0) return errorsFrom(items, index + 1, { errors, errorsOf });
  }
  return [];
}

interface Errors<T> {
  readonly errors: readonly FieldError[];
  readonly errorsOf: (item: T, index: number) => readonly FieldError[];
}

function* errorsFrom<T>(items: readonly T[], start: number, { errors, errorsOf }: Errors<T>): Iterable<FieldError> {
  yield* errors;
  for (let index = start; index < items.length; index++) yield* errorsOf(items[index] as T, index);
}
