import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import type { KubeConfig } from "@kubernetes/client-node";
import { tryOrUndefined } from "../core/field/result.ts";
import { errorMessage, isSystemError } from "../core/text/system-error.ts";
import { ClusterError, responseError } from "./cluster-error.ts";
import { impersonationHeaders } from "./kubeconfig.ts";

/** A request to an API server. The body is an object that becomes JSON. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path with its query, for example `/api/v1/namespaces`. */
  readonly path: string;
  readonly body?: object;
  /** The media type of the body. The default is `application/json`. */
  readonly contentType?: string;
  /** The media type of the response. The default is `application/json`. */
  readonly accept?: string;
  /** True if the body of the response is text, such as the response of a pod through the proxy. */
  readonly isText?: boolean;
  /** True if the body of the response is large. Then, the body is an iterable of its bytes. */
  readonly isStream?: boolean;
}

/** A response of an API server without an error status. */
export interface ApiResponse {
  /**
   * The parsed JSON of the body. For `isText`, the body is the text. For `isStream`, it is an
   * `AsyncIterable<Uint8Array>`, which rejects with a `ClusterError` if the response breaks off.
   */
  readonly body: unknown;
  /** The time of the API server, to the second, from the header `Date`. */
  readonly date: Date | undefined;
  /** The headers `Warning`, if there are any. */
  readonly warning?: string | undefined;
}

/**
 * Sends a request and returns the response. Rejects with a `ClusterError` if the credentials cannot
 * be read, if there is no response, or if the response has an error status. Without `isText`, also
 * rejects if the body is not JSON.
 */
export type ApiServer = (request: ApiRequest) => Promise<ApiResponse>;

/** Maximum time for one request, or for one part of a stream, in milliseconds. */
const requestTimeoutMs = 10_000;

/**
 * Returns a function that sends requests to the API server at the address `server`. Each request
 * reads the credentials from `config` again, so a credential plugin can replace an expired token.
 * Requests to an `http://` address contain no credentials.
 */
export function apiServer(config: KubeConfig, server: string): ApiServer {
  return async (apiRequest) => {
    const { status, retryAfter, date, warning, body } = await send(config, server, apiRequest);
    if (status >= 300 && typeof body === "string") throw responseError({ status, retryAfter, body });
    const parsed: unknown =
      apiRequest.isText || typeof body !== "string" ? body : tryOrUndefined(() => JSON.parse(body));
    if (parsed === undefined) throw new ClusterError(mustBeJson);
    const at = new Date(date ?? "");
    return { body: parsed, date: Number.isNaN(at.getTime()) ? undefined : at, warning };
  };
}

export const mustBeJson = "the API server responded with a body that is not JSON";

async function send(config: KubeConfig, server: string, apiRequest: ApiRequest) {
  const { method, path, body, contentType = "application/json", accept = "application/json" } = apiRequest;
  const options: RequestOptions = {};
  const isHttp = server.startsWith("http://"); // such as kubectl proxy, which needs no credentials
  if (!isHttp)
    await config.applyToHTTPSOptions(options).catch((error: unknown) => {
      throw new ClusterError(`the credentials for the API server could not be read: ${credentialsError(error)}`);
    });
  const impersonation = impersonationHeaders(config);
  const headers = { ...options.headers, ...impersonation, accept, ...(body && { "content-type": contentType }) };
  // The address can have a path. For example, Rancher serves each cluster below its own path.
  const url = new URL(`${server.replace(/\/+$/, "")}${path}`);
  const { signal, restart, stop } = timeLimit();
  const toError = (error: unknown): ClusterError => {
    // The error of a timeout depends on whether the response has started.
    if (signal.aborted) return new ClusterError("the API server did not respond in time");
    return new ClusterError(`the API server could not be reached: ${errorMessage(error)}`);
  };
  try {
    const sent = (isHttp ? requestHttp : requestHttps)(url, { ...options, method, headers, signal });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const { date, warning, "retry-after": retryAfter } = response.headers;
    const status = response.statusCode ?? 0;
    const isStream = apiRequest.isStream === true && status < 300;
    const content = isStream ? chunksOf(response, restart, stop, toError) : await text(response).finally(stop);
    return { status, retryAfter, date, warning, body: content };
  } catch (error) {
    stop();
    throw toError(error);
  }
}

/** Yields the bytes of a response. The time limit applies to each part of the response. */
async function* chunksOf(
  response: IncomingMessage,
  restart: () => void,
  stop: () => void,
  toError: (error: unknown) => ClusterError,
): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      restart();
      yield chunk;
    }
  } catch (error) {
    throw toError(error);
  } finally {
    stop();
  }
}

function timeLimit(): { readonly signal: AbortSignal; readonly restart: () => void; readonly stop: () => void } {
  const controller = new AbortController();
  const start = (): NodeJS.Timeout => setTimeout(() => controller.abort(), requestTimeoutMs);
  let timer = start();
  const stop = (): void => clearTimeout(timer);
  const restart = (): void => {
    stop();
    timer = start();
  };
  return { signal: controller.signal, restart, stop };
}

/**
 * Returns the reason why the credentials could not be read. Only the message of a failed system
 * call has a reason. Other messages can contain output of a credential plugin, which can be secret.
 */
function credentialsError(error: unknown): string {
  if (isSystemError(error)) return error.message;
  return "the credential plugin failed, or a setting of the kubeconfig is invalid; to see the reason, run kubectl";
}
