import type { WorkerOptions } from "node:worker_threads";
import { maxBodyBytes } from "../engine/review/limits.ts";

/** Largest body in bytes that never waits for memory. The review of a Lease is about 3 kB. */
export const smallBodyBytes: number = 64 * 1024;

/**
 * Largest body in bytes of a cheap review. The validation of a body of this size takes at most 0.4
 * ms.
 */
export const cheapBodyBytes: number = 4 * 1024;

/** Largest response in bytes of a cheap review. A valid review gets a few hundred bytes. */
export const cheapResponseBytes: number = 8 * 1024;

/**
 * Time after an expensive review during which the server expects further expensive reviews from the
 * same connection.
 */
export const expensiveMemoryMs = 10_000;

/**
 * Memory in bytes for the received parts of incomplete small bodies. A body is small as long as at
 * most `smallBodyBytes` have arrived. The parts of a body count only if they need more than
 * `cheapBodyBytes`. The parts that do not count need at most another 4 MiB on all `maxConnections`
 * together.
 */
export const partialBodyBytes: number = 12 * 1024 * 1024;

/**
 * Memory in bytes for all bodies of more than `smallBodyBytes`: a body of the maximum size, and 2
 * MiB of others. The container of 256 MiB also needs 80 MiB for the server and 110 MiB for the
 * thread for large reviews. Parts of bodies need 16 MiB.
 */
export const bodyBudgetBytes: number = maxBodyBytes + 2 * 1024 * 1024;

/**
 * Maximum heap of the thread for large reviews, in megabytes, without the young generation. The
 * valid review that needs the most heap, an update of a Lease with 200,000 labels, needs 56 MB. A
 * review that needs more than the limit ends the thread, and its client gets status code 413.
 */
export const largeReviewHeapMegabytes = 72;

/**
 * Largest heap in bytes that the thread for large reviews can keep after a review. With a larger
 * heap, the thread ends. Otherwise, V8 would keep the memory of the review, and the next review
 * would need additional memory.
 */
export const largeReviewKeptHeapBytes: number = 40 * 1024 * 1024;

/**
 * Shortest deadline of a large review. kube-apiserver sends a timeout of at least 1 s. The start of
 * the thread takes a part of this time.
 */
export const minLargeReviewMs = 1_000;

/** Time without a large review after which the thread ends and frees its memory. */
export const largeReviewIdleMs = 5_000;

/**
 * Maximum number of large bodies that wait for memory. Each of them also needs up to 128 KiB in
 * buffers of the server, and further bytes in the buffers of its socket.
 */
export const maxWaitingBodies = 64;

/**
 * Time in milliseconds that a connection stays open after its last response, if the server was busy
 * or the request was too slow or malformed. The client can receive the response in this time.
 */
export const lingerMs = 1_000;

/**
 * Maximum number of connections that stay open for `lingerMs` after status code 429 or 504. A
 * further connection closes the oldest one at once, because each connection needs up to 150 kB of
 * memory.
 */
export const maxLingering = 40;

/**
 * Default of the maximum number of requests in flight whose body has arrived. kube-apiserver has
 * the same default for its own requests.
 */
export const maxRequestsInflight = 400;

/**
 * Maximum number of requests on one connection that wait for their responses. A Go client sends a
 * request only after the response to the previous request.
 *
 * Without the limit, Node.js would read many requests of one connection at once. Other connections
 * would then wait for the responses to all of these requests.
 */
export const maxPipelinedRequests = 2;

/** Maximum size in bytes of request line and headers. kube-apiserver sends a few hundred bytes. */
export const maxHeaderBytes: number = 16 * 1024;

/**
 * Maximum time for the headers of a request, and for a handshake. kube-apiserver needs only a few
 * milliseconds.
 */
export const headersTimeoutMs = 5_000;

export const requestTimeoutMs = 10_000;

/**
 * Maximum time for a body of at most `smallBodyBytes`. kube-apiserver sends such a body at once.
 * The ValidatingWebhookConfiguration in `manifests/base` sets a timeout of 2 s.
 */
export const smallBodyTimeoutMs = 3_000;

/**
 * Maximum time that a body waits for memory, or that a large review waits for its result: half of
 * the time for a request. The other half is for reading the body.
 */
export const maxMemoryWaitMs: number = requestTimeoutMs / 2;

/**
 * Maximum time that a connection can be idle. A Go client closes an idle connection after 90 s. If
 * the server closed a connection earlier, a review could be lost in transit.
 */
export const keepAliveTimeoutMs = 120_000;

/**
 * Maximum time during which no request of a connection begins or ends. The next check then destroys
 * the connection. The client of a silent connection has opened the connection in advance, or does
 * not read its responses.
 */
export const silenceTimeoutMs: number = keepAliveTimeoutMs + requestTimeoutMs;

/**
 * Interval between two checks for connections that are silent, are slow, or have unread responses.
 */
export const connectionCheckIntervalMs = 1_000;

/**
 * Maximum number of connections. kube-apiserver keeps 25 idle connections to a host, so the limit
 * is enough for 40 API servers. At the limit, a new connection replaces another one. The other
 * connection is in its handshake, has not sent a whole request, or has been idle for `goIdleMs`. If
 * there is no such connection, the server closes the new connection.
 */
export const maxConnections = 1024;

/**
 * Number of handshakes above which a new connection at the limit `maxConnections` replaces the
 * oldest handshake first. The other connections remain for clients that have finished their
 * handshake.
 */
export const maxHandshakes: number = maxConnections / 4;

/**
 * Maximum number of TLS handshakes in one turn of the event loop. Four take about 4 ms. A turn can
 * take 10 ms, so with fewer, new connections would wait for seconds during an attack.
 */
export const handshakesPerTurn = 4;

/** Time after which a Go client has closed an idle connection: 90 s and a margin of 5 s. */
export const goIdleMs = 95_000;

/**
 * Memory in bytes for responses that clients have not read yet. 128 responses of the maximum size
 * fit. A client that reads its responses needs this memory for less than a millisecond.
 */
export const maxUnreadBytes: number = 8 * 1024 * 1024;

/** Time that clients have to read their responses after `maxUnreadBytes` is exceeded. */
export const unreadGraceMs = 100;

export const unreadTimeoutMs = 5_000;

/**
 * Maximum number of connections to the probes. The same limit applies separately to the metrics. A
 * further connection replaces an old one, usually one that has not sent a whole request. With
 * 10,000 new connections a second, each connection has at least 12 ms for its request.
 */
export const maxPlainConnections = 256;

/** Maximum time without traffic on a connection to the probes or to the metrics. */
export const plainTimeoutMs = 10_000;

/**
 * Time during which all scrapes get the same response, because rendering takes a few milliseconds.
 */
export const metricsCacheMs = 1_000;

/**
 * Default time for which the server still accepts connections after a signal, as a Go duration.
 * Endpoints and load balancers need a few seconds to detect the shutdown.
 */
export const shutdownDelay = "10s";

/**
 * Maximum time for the last responses at a shutdown. The value is the longest timeout that a
 * webhook can have.
 */
export const drainTimeoutMs = 30_000;

/** Maximum size in bytes of a certificate, key, or CA file. A Secret is at most 1 MiB. */
export const maxCertificateFileBytes: number = 1024 * 1024;

/**
 * Maximum size in bytes of the log line for a review. If all names in the review are valid, the
 * line is at most 3 KiB long. It then contains up to six names of 253 characters, and the ids of
 * the rules with findings.
 */
export const maxLogLineBytes: number = 8 * 1024;

/**
 * Duration in milliseconds of a window, in which the limits below apply. A window lasts longer if
 * the reader of the log is slow: until at most `busyLogLength` characters wait.
 */
export const logWindowMs = 500;

/**
 * Number of bytes that one connection can log in a window, however much other connections log. The
 * line of any valid review fits, and ten lines of usual decisions.
 */
export const logGraceBytes: number = 3 * 1024;

/**
 * Number of bytes for the lines of all connections in a window, in addition to `logGraceBytes` of
 * `maxConnections` connections. 7,000 decisions fit, which are 14,000 in a second.
 */
export const sharedLogBytes: number = 4 * 1024 * 1024;

/** The total of `logGraceBytes` of all connections. */
export const allGraceBytes: number = maxConnections * logGraceBytes;

/** Number of UTF-16 code units that wait to be written if the reader of the log is too slow. */
export const busyLogLength: number = 512 * 1024;

/**
 * Maximum number of UTF-16 code units that wait to be written. Without a limit, the lines would
 * fill the memory if the reader is slow.
 *
 * The lines of a whole window fit, so no line of a connection is dropped: a window begins with at
 * most 512 KiB, and adds at most 3 MiB for the grace of all connections, and the shared 4 MiB. The
 * other 512 KiB are for lines that do not count, such as `maxLoggedRefusals` in a second.
 */
export const maxWaitingLogLength: number = busyLogLength + allGraceBytes + sharedLogBytes + 512 * 1024;

/** Maximum number of rejected requests in the log per second. The metrics count all of them. */
export const maxLoggedRefusals = 50;

/**
 * Maximum number of small parts of a body, in addition to one part for each `bytesPerPart`. A part
 * is the content of one TLS record.
 */
export const maxSmallParts = 64;

/**
 * Bytes of a body that allow one more part. A Go client begins a connection with records of about
 * 1,200 bytes, so its bodies have a fifth of the parts.
 */
export const bytesPerPart = 256;

export function workerOptions(heapMegabytes: number): WorkerOptions {
  return { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 }, env: {} };
}
