import type { ServerOptions } from "node:https";

/**
 * Largest request body read, in bytes: a review holds at most two objects of 3 MiB, what kube-apiserver takes in one
 * request, and less than 1 MiB besides. controller-runtime's reckoning.
 */
export const maxBodyBytes: number = 7 * 1024 * 1024;

/** Largest body that never waits for others: a review of an ordinary Lease takes 3 kB. */
export const smallBodyBytes: number = 64 * 1024;

/**
 * Bytes of larger bodies in memory at once, of a container's 256 MiB: four of the largest. The server itself takes 110 MiB at
 * most, and judging one of them some 60 more, which happens one after another.
 */
export const bodyBudgetBytes: number = 4 * maxBodyBytes;

/** Most larger bodies that wait for room, each with what of it the sockets have buffered. */
export const maxWaitingBodies = 100;

/** Most requests at once, kube-apiserver's own default; with the small bodies of all of them 25 MiB. */
export const maxRequestsInflight = 400;

/** Largest head of a request, in bytes; kube-apiserver's are some hundred. */
export const maxHeaderBytes: number = 16 * 1024;

/** Longest that the headers of a request, and a TLS handshake, may take; kube-apiserver's take milliseconds. */
export const headersTimeoutMs = 5_000;

/** Longest that a whole request may take. */
export const requestTimeoutMs = 10_000;

/** Longest that a body waits for room: half of the request's time, in the other half it is read. */
export const maxRoomWaitMs: number = requestTimeoutMs / 2;

/** Longest idle connection: above the 90 s after which Go closes one, for if we closed it first, a review already on its way would fail. */
const keepAliveTimeoutMs = 120_000;

/**
 * How long no request may begin or end on a connection, such as one that was dialled ahead or whose client does not read its answers;
 * the next check cuts it.
 */
export const silenceTimeoutMs: number = keepAliveTimeoutMs + requestTimeoutMs;

/** How often that is looked at. */
export const silenceCheckIntervalMs = 5_000;

/** Most connections at once: kube-apiserver keeps 25 idle ones a host; this leaves room for 40 API servers. */
export const maxConnections = 1024;

/** Most connections to the probes: a kubelet opens one at a time. */
export const maxProbeConnections = 64;

/**
 * How long a stopping server goes on taking connections: endpoints, and the balancers that follow them, take some
 * seconds to learn that it stops.
 */
export const shutdownDelayMs = 10_000;

/** Longest that a stopping server waits for answers under way: the longest timeout a webhook can be given. */
export const drainTimeoutMs = 30_000;

/** The same, as `node:https` wants to be told. */
export const connectionLimits: ServerOptions = {
  keepAliveTimeout: keepAliveTimeoutMs,
  handshakeTimeout: headersTimeoutMs,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  // How often the two above are looked at.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: maxHeaderBytes,
  // `requestFault` asks for it, to answer in JSON.
  requireHostHeader: false,
};
