import { setTimeout } from "node:timers/promises";
import type { ApiServer } from "./api-server.ts";
import { ClusterError } from "./cluster-error.ts";

/** The maximum number of retries of a request, as in client-go. */
const maxRetries = 10;

/** An API server requests a few seconds. A proxy can request an hour, which no user waits for. */
const longestWaitMs = 30_000;

/**
 * Returns an API server to which a request is sent again if its response has the status code 429 or
 * 5xx, and the header `Retry-After`. kubectl does the same. `wait` resolves after a number of
 * milliseconds.
 */
export function withRetries(api: ApiServer, wait: (ms: number) => Promise<unknown> = setTimeout): ApiServer {
  return async (request) => {
    for (let retries = 0; ; retries++) {
      try {
        return await api(request);
      } catch (error) {
        if (retries === maxRetries || !isTemporary(error)) throw error;
        await wait(error.retryAfterMs);
      }
    }
  };
}

function isTemporary(error: unknown): error is ClusterError {
  if (!(error instanceof ClusterError)) return false;
  const { status = 0, retryAfterMs } = error;
  return (status === 429 || status >= 500) && retryAfterMs > 0 && retryAfterMs <= longestWaitMs;
}
