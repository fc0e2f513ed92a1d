import type { ServerOptions } from "node:https";
import { maxBodyBytes } from "../admission/limits.ts";

/** Largest body that never waits for memory, in bytes. The review of an ordinary Lease has 3 kB. */
export const smallBodyBytes: number = 64 * 1024;

/**
 * Memory for larger bodies, in bytes. It is enough for two bodies of the maximum size: one body is
 * validated while the server reads another one. A container has 256 MiB. The server itself uses at
 * most 110 MiB, and the thread that validates larger bodies uses `largeReviewHeapMegabytes`.
 */
export const bodyBudgetBytes: number = 2 * maxBodyBytes;

/**
 * Heap of the thread that validates larger bodies, in megabytes. An update of a Lease with
 * 200,000 labels, the legal review with the most memory, needs 56. A larger heap would not leave
 * enough memory for 256 connections. A hostile review that needs more ends the thread, and its
 * client gets a 500.
 */
export const largeReviewHeapMegabytes = 72;

/**
 * Heap after a review above which the thread ends at once, in bytes. V8 keeps the memory of a
 * review, and the next one would need memory in addition.
 */
export const largeReviewKeptHeapBytes: number = 40 * 1024 * 1024;

/**
 * Shortest deadline of a larger body. kube-apiserver sends a timeout of at least 1 s, and the start
 * of the thread takes a part of it.
 */
export const minLargeReviewMs = 1_000;

/** Time without a larger body after which the thread ends and frees its memory. */
export const largeReviewIdleMs = 5_000;

/** Maximum number of larger bodies that wait for memory. The sockets buffer a part of each body. */
export const maxWaitingBodies = 100;

/** Maximum number of requests in flight, as in kube-apiserver. */
export const maxRequestsInflight = 400;

/** Largest head of a request, in bytes. The heads of kube-apiserver have some hundred bytes. */
export const maxHeaderBytes: number = 16 * 1024;

/**
 * Maximum time for the headers of a request, and for a handshake. kube-apiserver needs only
 * milliseconds.
 */
export const headersTimeoutMs = 5_000;

/** Maximum time for a whole request. */
export const requestTimeoutMs = 10_000;

/**
 * Maximum time that a body waits for memory. This is half of the request's time, because reading
 * needs the rest.
 */
export const maxMemoryWaitMs: number = requestTimeoutMs / 2;

/**
 * Maximum time that a connection is idle. Go closes an idle connection after 90 s. If the server
 * closed it first, a review could fail on its way.
 */
const keepAliveTimeoutMs = 120_000;

/**
 * Maximum time in which no request begins or ends. After this time, the next check destroys the
 * connection. This affects connections that a client opened in advance, and clients that do not
 * read their responses.
 */
export const silenceTimeoutMs: number = keepAliveTimeoutMs + requestTimeoutMs;

/** Interval between two checks for silent connections. */
export const silenceCheckIntervalMs = 5_000;

/**
 * Maximum number of connections. kube-apiserver keeps 25 idle connections a host, so the limit is
 * enough for 40 API servers.
 */
export const maxConnections = 1024;

/**
 * Maximum number of connections to the probes, and to the metrics. A kubelet opens one at a time.
 */
export const maxProbeConnections = 64;

/**
 * Default time for which the server keeps accepting connections after a signal. Endpoints and load
 * balancers take some seconds to notice the shutdown.
 */
export const shutdownDelayMs = 10_000;

/**
 * Maximum time for the last responses of a shutdown, which is the longest timeout that a webhook
 * can have.
 */
export const drainTimeoutMs = 30_000;

/** Largest file of a certificate, of a key, or of CAs, in bytes. A Secret has at most 1 MiB. */
export const maxCertificateFileBytes: number = 1024 * 1024;

/** Largest certificate message of a handshake that Go accepts, in bytes. */
export const maxCertificateMessageBytes: number = 256 * 1024;

/** The limits of connections in the form of `node:https`. */
export const connectionLimits: ServerOptions = {
  keepAliveTimeout: keepAliveTimeoutMs,
  handshakeTimeout: headersTimeoutMs,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  // Interval between two checks of the two timeouts above.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: maxHeaderBytes,
  // `checkRequest` requires the header instead, because it responds in JSON.
  requireHostHeader: false,
};
