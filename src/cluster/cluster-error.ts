import { STATUS_CODES } from "node:http";
import { failed, ok, type Result, tryOrUndefined } from "../core/field/result.ts";

export class ClusterError extends Error {
  /** The HTTP status code of an error response. The value is undefined for any other error. */
  readonly status: number | undefined;
  /** The minimum time before a retry that the API server requests, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    { status, retryAfterMs = 0 }: { readonly status?: number; readonly retryAfterMs?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /**
   * True if the status code can mean that another client changed the object first. The status code
   * is 409 for a newer `resourceVersion` or an existing object, and 422 for a failed test of a JSON
   * Patch. An invalid object also has the status code 422.
   */
  get isConflict(): boolean {
    return this.status === 409 || this.status === 422;
  }
}

/** Returns the result of requests, or their `ClusterError`. Rejects with any other error. */
export async function resultOf<T>(requests: Promise<T>): Promise<Result<T, ClusterError>> {
  try {
    return ok(await requests);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return failed(error);
  }
}

export function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof ClusterError && error.status === 404)) throw error;
}

export interface ErrorResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/**
 * Returns the error for an error response. If the body is JSON with a message, as a Status is, the
 * error contains this message. Otherwise, the error contains the reason phrase of the status code,
 * such as `Not Found`.
 */
export function responseError({ status, retryAfter, body }: ErrorResponse): ClusterError {
  const seconds = Number(retryAfter ?? 0);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : 0;
  const message = statusMessage(body) ?? STATUS_CODES[status] ?? "no reason given";
  return new ClusterError(`the API server responded with ${status}: ${message}`, { status, retryAfterMs });
}

/** Returns the `message` of a JSON body, such as a Status, or undefined for any other body. */
function statusMessage(body: string): string | undefined {
  const status: unknown = tryOrUndefined(() => JSON.parse(body));
  const { message } = (status ?? {}) as { readonly message?: unknown };
  return typeof message === "string" ? message : undefined;
}
