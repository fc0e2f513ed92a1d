/**
 * Whether the tests of the project `long` run. They take all rows and writes; the unit tests take a
 * part of them.
 */
export const isLong: boolean = process.env["LEASE_GUARD_LONG"] === "true";

/** Returns a tenth of a number of runs, or all runs in the long tests. */
export function runs(count: number): number {
  return isLong ? count : Math.ceil(count / 10);
}

/** Returns every `step`th value, or all values in the long tests. */
export function sample<T>(values: readonly T[], step: number): readonly T[] {
  return isLong ? values : values.filter((_, index) => index % step === 0);
}
