import type { ServerOptions } from "node:https";

/**
 * Largest request body read, in bytes: a review holds at most two objects of 3 MiB, what kube-apiserver takes in one
 * request, and less than 1 MiB besides. controller-runtime's reckoning.
 */
export const maxBodyBytes: number = 7 * 1024 * 1024;

/** Most connections at once: kube-apiserver keeps 25 idle ones a host; this leaves room for 40 API servers. */
export const maxConnections = 1024;

/** Longest that a stopping server waits for answers under way: the longest timeout a webhook can be given. */
export const drainTimeoutMs = 30_000;

/** How connections are cut that do not get on; a kube-apiserver sends a review in one piece within milliseconds. */
export const connectionLimits: ServerOptions = {
  // Above the 90 s after which Go closes an idle connection: if we closed it first, a review already on its way would fail.
  keepAliveTimeout: 120_000,
  handshakeTimeout: 5_000,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  // How often the two above are looked at.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
};
