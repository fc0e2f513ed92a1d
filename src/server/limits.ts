import type { ServerOptions } from "node:https";
import { maxBodyBytes } from "../admission/limits.ts";

/** Largest body that never waits for memory, in bytes: the review of an ordinary Lease has 3 kB. */
export const smallBodyBytes: number = 64 * 1024;

/**
 * Memory for larger bodies, in bytes: four of the largest. Of a container's 256 MiB the server
 * itself takes at most 110 MiB, and the validation of one body some 60 MiB more, one body after
 * another.
 */
export const bodyBudgetBytes: number = 4 * maxBodyBytes;

/** Maximum number of larger bodies that wait for memory; the sockets buffer a part of each. */
export const maxWaitingBodies = 100;

/** Maximum number of requests in flight, as in kube-apiserver; their small bodies are 25 MiB. */
export const maxRequestsInflight = 400;

/** Largest head of a request, in bytes; kube-apiserver's have some hundred. */
export const maxHeaderBytes: number = 16 * 1024;

/**
 * Maximum time for the headers of a request, and for a handshake; kube-apiserver takes
 * milliseconds.
 */
export const headersTimeoutMs = 5_000;

/** Maximum time for a whole request. */
export const requestTimeoutMs = 10_000;

/**
 * Maximum time that a body waits for memory: half of the request's time; the rest is for reading.
 */
export const maxMemoryWaitMs: number = requestTimeoutMs / 2;

/**
 * Maximum time that a connection is idle. Go closes one after 90 s; if the server closed it first,
 * a review that is already on its way would fail.
 */
const keepAliveTimeoutMs = 120_000;

/**
 * Maximum time without the begin or the end of a request; the next check destroys the connection.
 * This affects connections that were dialled ahead, or whose client does not read its responses.
 */
export const silenceTimeoutMs: number = keepAliveTimeoutMs + requestTimeoutMs;

/** Interval between two checks for silent connections. */
export const silenceCheckIntervalMs = 5_000;

/**
 * Maximum number of connections: kube-apiserver keeps 25 idle ones a host, so this serves 40 of
 * them.
 */
export const maxConnections = 1024;

/**
 * Maximum number of connections to the probes, and to the metrics: a kubelet opens one at a time.
 */
export const maxProbeConnections = 64;

/**
 * Default time for which the server keeps accepting connections after a signal: endpoints, and the
 * load balancers that follow them, take some seconds to notice the shutdown.
 */
export const shutdownDelayMs = 10_000;

/**
 * Maximum time for the last responses of a shutdown: the longest timeout that a webhook can have.
 */
export const drainTimeoutMs = 30_000;

/** The limits of connections in the form of `node:https`. */
export const connectionLimits: ServerOptions = {
  keepAliveTimeout: keepAliveTimeoutMs,
  handshakeTimeout: headersTimeoutMs,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  // Interval between two checks of the two timeouts above.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: maxHeaderBytes,
  // `checkRequest` requires the header instead, to respond in JSON.
  requireHostHeader: false,
};
