import { STATUS_CODES } from "node:http";

/** Why the API server did not do what it was asked to; it may, when it is asked again. */
export class ClusterError extends Error {
  /** The HTTP status; absent where there was no answer. */
  readonly status: number | undefined;
  /** How long the server wants to be left alone. */
  readonly retryAfterMs: number;

  constructor(message: string, { status, retryAfterMs = 0 }: { readonly status?: number; readonly retryAfterMs?: number } = {}) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Somebody else was faster: a newer resourceVersion, an object that is there already, or a patch whose test no longer holds. */
  get isConflict(): boolean {
    return this.status === 409 || this.status === 422;
  }
}

/** What the client throws, told without headers and without what was sent; `code`, `body` and `headers` are those of its ApiException. */
export function clusterError(error: unknown): ClusterError {
  if (!(error instanceof Error)) return new ClusterError(String(error));
  const { code, body, headers } = error as Partial<{ code: unknown; body: unknown; headers: Readonly<Record<string, string>> }>;
  if (error.name === "AbortError") return new ClusterError("the API server gave no answer in time");
  if (typeof code !== "number") return new ClusterError(`the API server was not reached: ${error.message}`);
  const seconds = Number(headers?.["retry-after"] ?? 0);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : 0;
  return new ClusterError(`the API server answered ${code}: ${statusMessage(body) ?? STATUS_CODES[code] ?? "no reason given"}`, {
    status: code,
    retryAfterMs,
  });
}

/** A Status says what is wrong; a proxy's page does not, and may be long. */
function statusMessage(body: unknown): string | undefined {
  try {
    const { message } = (typeof body === "string" ? JSON.parse(body) : body) as { readonly message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
