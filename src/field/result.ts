/** The outcome of a step that can fail as expected; only a bug throws. */
export type Result<T, E> = Ok<T> | Failed<E>;

interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

interface Failed<E> {
  readonly ok: false;
  /** Why there is no value: a problem of the input, in a form the sink can print. */
  readonly error: E;
}

/** A step that succeeded. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** A step that failed as expected. */
export function failed<E>(error: E): Failed<E> {
  return { ok: false, error };
}

/** All values, or all errors of the steps that failed. */
export function allOk<T, E>(results: readonly Result<T, readonly E[]>[]): Result<readonly T[], readonly E[]> {
  const errors = results.flatMap((result) => (result.ok ? [] : result.error));
  return errors.length > 0 ? failed(errors) : ok(results.flatMap((result) => (result.ok ? [result.value] : [])));
}

/** The value of a library call that throws for bad input; undefined if it throws. */
export function tryOrUndefined<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
