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
export const maxWaitingBodies = 32;

/**
 * Maximum number of requests in flight whose body has arrived. kube-apiserver has the same default.
 */
export const maxRequestsInflight = 400;

/**
 * Maximum number of requests of one connection that wait for their responses. Go sends the next
 * request only after the response to the previous one. Node reads many requests at once, and the
 * requests of other connections would wait until all of them have a response.
 */
export const maxPipelinedRequests = 2;

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
 * Maximum time for a body of at most `smallBodyBytes`. kube-apiserver sends such a body at once,
 * and waits for 2 s by default.
 */
export const smallBodyTimeoutMs = 3_000;

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

/** Interval between two checks for silent, slow, and unread connections. */
export const connectionCheckIntervalMs = 1_000;

/**
 * Maximum number of connections. kube-apiserver keeps 25 idle connections a host, so the limit is
 * enough for 40 API servers. A further connection takes the place of one that has not sent a whole
 * request.
 */
export const maxConnections = 1024;

/**
 * Number of handshakes above which the oldest handshake gives way to a new connection. The other
 * connections then belong to clients that have finished their handshake.
 */
export const maxHandshakes: number = maxConnections / 4;

/** Time after which Go has closed an idle connection: 90 s, and 5 s more for slow machines. */
export const goIdleMs = 95_000;

/**
 * Memory for responses that clients have not read yet, in bytes. It is enough for 128 responses of
 * the maximum size. A client that reads leaves a response here for less than a millisecond.
 */
export const maxUnreadBytes: number = 8 * 1024 * 1024;

/** Time in which a client can read its response although others leave too many bytes unread. */
export const unreadGraceMs = 100;

/** Maximum time in which a client reads nothing of its responses. */
export const unreadTimeoutMs = 5_000;

/**
 * Maximum number of connections to the probes, and to the metrics. A further connection takes the
 * place of the oldest. With 10,000 new connections a second, each has 25 ms for its request.
 */
export const maxPlainConnections = 256;

/** Maximum time of a connection to the probes or to the metrics without any traffic. */
export const plainTimeoutMs = 10_000;

/** Time for which all scrapes get the same text, because rendering takes some milliseconds. */
export const metricsCacheMs = 1_000;

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

/**
 * Longest line of the log for a review, in bytes. The line of a valid review has at most 3 KiB: six
 * names of 253 characters, and the ids of the rules that report.
 */
export const maxLogLineBytes: number = 8 * 1024;

/**
 * Bytes that one connection can always log in a second. A decision has about 600 bytes, so this is
 * enough for 200 decisions.
 */
export const logGraceBytes: number = 128 * 1024;

/**
 * Bytes that one connection can log in a second while the reader of the log keeps up. This is
 * enough for 1,700 decisions. kube-apiserver opens another connection while one is in use.
 */
export const maxConnectionLogBytes: number = 1024 * 1024;

/** Maximum number of refusals in the log for each second. The metrics count all of them. */
export const maxLoggedRefusals = 50;
