import type { ServerOptions } from "node:https";
import { connectionCheckIntervalMs, headersTimeoutMs, keepAliveTimeoutMs, maxHeaderBytes, requestTimeoutMs } from "../limits.ts";

export const connectionLimits: ServerOptions = {
  keepAliveTimeout: keepAliveTimeoutMs,
  handshakeTimeout: headersTimeoutMs,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  // Interval between two checks of `headersTimeout` and `requestTimeout`.
  connectionsCheckingInterval: connectionCheckIntervalMs,
  maxHeaderSize: maxHeaderBytes,
  // `checkRequest` checks the Host header instead, because its response is JSON.
  requireHostHeader: false,
};
