import { STATUS_CODES } from "node:http";
import { tryOrUndefined } from "../field/result.ts";

/** An error of a request to the API server. A retry can succeed. */
export class ClusterError extends Error {
  /** The HTTP status code. Absent if there was no response. */
  readonly status: number | undefined;
  /** Minimum time before a retry in milliseconds, as the API server requests it. */
  readonly retryAfterMs: number;

  constructor(message: string, { status, retryAfterMs = 0 }: { readonly status?: number; readonly retryAfterMs?: number } = {}) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /**
   * True if another client changed the object first. The API server then reports a newer
   * `resourceVersion`, an existing object, or a failed test of a JSON Patch.
   */
  get isConflict(): boolean {
    return this.status === 409 || this.status === 422;
  }
}

/**
 * Converts an error of the Kubernetes client library. Leaves out the headers and the request, which
 * contain credentials. An `ApiException` has the fields `code`, `body`, and `headers`.
 */
export function clusterError(error: unknown): ClusterError {
  if (!(error instanceof Error)) return new ClusterError(String(error));
  const { code, body, headers } = error as Partial<{ code: unknown; body: unknown; headers: Readonly<Record<string, string>> }>;
  if (error.name === "AbortError") return new ClusterError("the API server did not respond in time");
  if (typeof code !== "number") return new ClusterError(`the API server could not be reached: ${error.message}`);
  const seconds = Number(headers?.["retry-after"] ?? 0);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : 0;
  return new ClusterError(`the API server responded with ${code}: ${statusMessage(body) ?? STATUS_CODES[code] ?? "no reason given"}`, {
    status: code,
    retryAfterMs,
  });
}

/**
 * Returns the message of a Status, or undefined for any other body. For example, a proxy can send a
 * long error page.
 */
function statusMessage(body: unknown): string | undefined {
  const status: unknown = typeof body === "string" ? tryOrUndefined(() => JSON.parse(body)) : body;
  const { message } = (status ?? {}) as { readonly message?: unknown };
  return typeof message === "string" ? message : undefined;
}
