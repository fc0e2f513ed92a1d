import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import { text } from "node:stream/consumers";
import type { KubeConfig } from "@kubernetes/client-node";
import { connectionError, responseError } from "./cluster-error.ts";

/** A request to an API server. The body is an object that becomes JSON. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** The path with its query, for example `/api/v1/namespaces`. */
  readonly path: string;
  readonly body?: object;
  /** The media type of the body. The default is `application/json`. */
  readonly contentType?: string;
}

/**
 * Sends a request and returns the parsed body of the response. Rejects with a `ClusterError` if
 * there is no response, or if the status of the response is an error.
 */
export type ApiServer = (request: ApiRequest) => Promise<unknown>;

/** Maximum time for one request in milliseconds, as in client-go's leader election. */
const requestTimeoutMs = 10_000;

/**
 * Returns a function that sends requests to the API server at this address. Each request reads the
 * credentials from the configuration, so a credential plugin can replace an expired token.
 */
export function apiServer(config: KubeConfig, server: string): ApiServer {
  return async (apiRequest) => {
    const { status, retryAfter, body } = await send(config, server, apiRequest).catch((error: unknown) => {
      throw connectionError(error);
    });
    if (status >= 300) throw responseError({ status, retryAfter, body });
    return JSON.parse(body);
  };
}

async function send(config: KubeConfig, server: string, { method, path, body, contentType = "application/json" }: ApiRequest) {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const headers = { ...options.headers, accept: "application/json", ...(body && { "content-type": contentType }) };
  // The address can have a path. For example, Rancher serves each cluster below its own path.
  const url = new URL(`${server.replace(/\/+$/, "")}${path}`);
  const sent = request(url, { ...options, method, headers, signal: AbortSignal.timeout(requestTimeoutMs) });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"], body: await text(response) };
}
