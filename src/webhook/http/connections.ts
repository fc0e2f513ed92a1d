import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, ServerOptions } from "node:https";
import type { Socket } from "node:net";
import {
  connectionCheckIntervalMs,
  headersTimeoutMs,
  keepAliveTimeoutMs,
  maxConnections,
  maxHandshakes,
  maxHeaderBytes,
  maxPipelinedRequests,
  requestTimeoutMs,
} from "../limits.ts";
import type { CloseReason, Metrics } from "../metrics/metrics.ts";
import { EstablishedConnection, oldestConnection } from "./established-connection.ts";
import { UnreadLimit } from "./unread-limit.ts";

/** The limits of connections as options of `node:https`. */
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

export type ConnectionMetrics = Pick<Metrics, "inFlight" | "connectionClosed">;

/**
 * Tracks the connections of a server, from before the TLS handshake, and their requests in flight.
 * After the handshake, a check each second ends a connection that is silent, sends a body slowly,
 * or does not read responses. The similar checks of Node.js are not enough, because Node.js stops
 * them at a shutdown.
 */
export class Connections {
  readonly #metrics: ConnectionMetrics;
  // Connections before the end of the handshake. This map is separate, because its sockets are TCP
  // sockets, and a request refers to a TLS socket.
  readonly #handshakes: Map<string, Socket> = new Map();
  // Connections after the handshake. The key is the socket, not the request. A map of requests
  // would often grow and shrink, and its old hash tables would keep responses from the garbage
  // collector.
  readonly #established: Map<Socket, EstablishedConnection> = new Map();

  readonly unread: UnreadLimit = new UnreadLimit(this.#established, (socket) => this.#close(socket, "unread"));

  /**
   * The handshakes that were in progress at the last call of `closeUnless`. `#keep` is the argument
   * of this call.
   */
  #earlier: WeakSet<Socket> = new WeakSet();
  #keep: (socket: Socket) => boolean = () => true;

  constructor(metrics: ConnectionMetrics) {
    this.#metrics = metrics;
  }

  /** Tracks the connections of a server. `endSlow` ends a connection that sends a slow body. */
  track(server: Server, endSlow: (socket: Socket) => void): void {
    server.on("connection", (socket: Socket) => {
      if (!this.#makeRoom()) return this.#close(socket, "refused");
      const key = peer(socket);
      this.#handshakes.set(key, socket);
      socket.once("close", () => this.#handshakes.delete(key));
    });
    server.on("secureConnection", (socket) => {
      const key = peer(socket);
      const handshake = this.#handshakes.get(key);
      this.#handshakes.delete(key);
      this.#establish(socket);
      if (handshake !== undefined && this.#earlier.has(handshake)) this.#closeUnlessKept(socket);
    });
    const checks = setInterval(() => this.#check(endSlow), connectionCheckIntervalMs).unref();
    server.once("close", () => clearInterval(checks));
  }

  /**
   * Counts a request until its response is closed, and returns `begun`. If the connection is
   * already closed, returns `begun` without counting the request. If `maxPipelinedRequests`
   * requests of the connection wait for their responses, counts no further request. Returns
   * `refused` for the first further request, whose response closes the connection, and `ignored`
   * for the requests after it.
   */
  begin(request: IncomingMessage, response: ServerResponse): "begun" | "refused" | "ignored" {
    const connection = this.#established.get(request.socket);
    if (connection === undefined) return "begun";
    if (connection.requests >= maxPipelinedRequests) {
      if (!connection.refuse()) return "ignored";
      discardRest(request.socket);
      return "refused";
    }
    connection.begin(request, response);
    this.#metrics.inFlight++;
    response.on("close", () => {
      if (!connection.end(request)) return;
      this.#metrics.inFlight--;
      // If the connection began to close after the header of the response was sent, the header has
      // no `Connection: close`. The server must then close the connection itself.
      if (connection.requests === 0 && connection.isClosing) request.socket.destroySoon();
    });
    return "begun";
  }

  /**
   * Returns the number of requests whose body has arrived, but whose response has not been sent.
   */
  unanswered(): number {
    let count = 0;
    for (const connection of this.#established.values()) count += connection.unanswered();
    return count;
  }

  noteExpensive({ socket }: IncomingMessage): void {
    this.#established.get(socket)?.noteExpensive();
  }

  /** Reports whether the connection of a request had an expensive review in the last 10 s. */
  expectsExpensive({ socket }: IncomingMessage): boolean {
    return this.#established.get(socket)?.expectsExpensive() === true;
  }

  /**
   * Closes the connections for which `keep` returns false, each after the responses to its requests
   * in flight. If a handshake is in progress, checks the connection in the same way after the
   * handshake.
   */
  closeUnless(keep: (socket: Socket) => boolean): void {
    this.#keep = keep;
    this.#earlier = new WeakSet(this.#handshakes.values());
    for (const socket of this.#established.keys()) this.#closeUnlessKept(socket);
  }

  #closeUnlessKept(socket: Socket): void {
    const connection = this.#established.get(socket);
    if (connection === undefined || this.#keep(socket)) return;
    connection.closeAfterResponses();
    if (connection.requests === 0) socket.destroy();
  }

  /**
   * Destroys the connections that have no request in flight. `closeIdleConnections` of Node.js does
   * not close a connection that has not sent a request or has not finished its handshake.
   */
  destroyIdle(): void {
    const idle = [...this.#established].filter(([, { requests }]) => requests === 0).map(([socket]) => socket);
    for (const socket of [...this.#handshakes.values(), ...idle]) socket.destroy();
  }

  #establish(socket: Socket): void {
    const connection = new EstablishedConnection();
    this.#established.set(socket, connection);
    socket.once("close", () => {
      this.#established.delete(socket);
      // Requests can still count, because the queued response to a pipelined request emits no
      // `close` if it is never sent.
      this.#metrics.inFlight -= connection.forget();
    });
  }

  /**
   * Closes one connection if the limit of connections is reached. Returns false if no connection
   * can be closed.
   */
  #makeRoom(): boolean {
    if (this.#handshakes.size + this.#established.size < maxConnections) return true;
    const [[, handshake] = []] = this.#handshakes;
    const socket =
      (this.#handshakes.size > maxHandshakes ? handshake : undefined) ??
      oldestConnection(this.#established, (connection) => connection.mayGiveWay()) ??
      handshake ??
      oldestConnection(this.#established, (connection) => connection.isForgotten());
    if (socket !== undefined) this.#close(socket, "limit");
    return socket !== undefined;
  }

  /**
   * Counts and destroys a connection. Removes the connection from the maps at once, because the
   * event `close` comes later.
   */
  #close(socket: Socket, reason: CloseReason): void {
    this.#metrics.connectionClosed(reason);
    this.#handshakes.delete(peer(socket));
    this.#established.delete(socket);
    socket.destroy();
  }

  #check(endSlow: (socket: Socket) => void): void {
    this.unread.check();
    for (const [socket, connection] of this.#established) {
      if (connection.isSilent()) socket.destroy();
      else if (connection.isUnread()) this.#close(socket, "unread");
      else if (connection.isSlow()) endSlow(socket);
      connection.age(connectionCheckIntervalMs);
    }
  }
}

/**
 * Discards the bytes that the socket has already received. Node.js would otherwise parse each
 * further request, and create an exception for the request when the connection closes.
 */
function discardRest(socket: Socket): void {
  socket.removeAllListeners("data").on("data", () => {});
}

/** Returns the same key for a TCP socket and the TLS socket of the same connection. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
