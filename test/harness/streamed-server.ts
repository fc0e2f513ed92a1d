import type { ApiServer } from "../../src/cluster/api-server.ts";

/** Returns an API server that sends the body of each list in small parts, as a connection does. */
export function streamed(api: ApiServer): ApiServer {
  return async (request) => {
    const response = await api(request);
    return request.isStream ? { ...response, body: partsOf(JSON.stringify(response.body)) } : response;
  };
}

async function* partsOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += partBytes) yield await Promise.resolve(bytes.subarray(at, at + partBytes));
}

const partBytes = 65_536;
