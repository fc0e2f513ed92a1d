/**
 * The result of a function that can fail because of invalid input. Such a function throws only if
 * lease-guard has a bug.
 */
export type Result<T, E> = Ok<T> | Failed<E>;

interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

interface Failed<E> {
  readonly ok: false;
  readonly error: E;
}

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

export function failed<E>(error: E): Failed<E> {
  return { ok: false, error };
}

/** Returns the values of all results. */
export function allOk<T, E>(results: readonly Result<T, readonly E[]>[]): Result<readonly T[], readonly E[]> {
  const errors = results.flatMap((result) => (result.ok ? [] : result.error));
  return errors.length > 0 ? failed(errors) : ok(results.flatMap((result) => (result.ok ? [result.value] : [])));
}

/**
 * Returns the value of a library call, or undefined if the call throws. Use this function only for
 * calls that throw because of invalid input.
 */
export function tryOrUndefined<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
