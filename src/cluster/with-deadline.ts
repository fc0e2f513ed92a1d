import type { ApiServer } from "./api-server.ts";
import { ClusterError } from "./cluster-error.ts";

/**
 * Returns an API server that a command uses for at most `limitMs` milliseconds. After this time,
 * each request, and each part of a streamed response, fails.
 */
export function withDeadline(api: ApiServer, limitMs: number, now: () => number = () => performance.now()): ApiServer {
  const end = now() + limitMs;
  const check = (): void => {
    if (now() > end) throw new ClusterError(`the cluster could not be read within ${limitMs / 1000} s`);
  };
  return async (request) => {
    check();
    const response = await api(request);
    const { body } = response;
    return request.isStream === true
      ? { ...response, body: limited(body as AsyncIterable<Uint8Array>, check) }
      : response;
  };
}

async function* limited(body: AsyncIterable<Uint8Array>, check: () => void): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of body) {
    check();
    yield chunk;
  }
}
