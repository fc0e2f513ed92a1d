/** The outcome of a step that can fail for a bad input. Only a bug throws. */
export type Result<T, E> = Ok<T> | Failed<E>;

interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

interface Failed<E> {
  readonly ok: false;
  /**
   * The reason why the step has no value: a problem of the input, in a form that lease-guard can
   * print.
   */
  readonly error: E;
}

/** Returns the result of a step that succeeded. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** Returns the result of a step that failed for a bad input. */
export function failed<E>(error: E): Failed<E> {
  return { ok: false, error };
}

/** Returns all values, or the errors of all steps that failed. */
export function allOk<T, E>(results: readonly Result<T, readonly E[]>[]): Result<readonly T[], readonly E[]> {
  const errors = results.flatMap((result) => (result.ok ? [] : result.error));
  return errors.length > 0 ? failed(errors) : ok(results.flatMap((result) => (result.ok ? [result.value] : [])));
}

/**
 * Returns the value of a library call, or undefined if the call throws. Use this function only for
 * calls that throw for bad input.
 */
export function tryOrUndefined<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
