import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import { connectionCheckIntervalMs, maxConnections, maxHandshakes, maxPipelinedRequests } from "../limits.ts";
import type { CloseReason, Metrics } from "../metrics/metrics.ts";
import { EstablishedConnection } from "./established-connection.ts";
import { UnreadLimit } from "./unread-limit.ts";

/** The metrics of connections. */
export type ConnectionMetrics = Pick<Metrics, "inFlight" | "connectionClosed">;

/**
 * Tracks a server's connections from the first TCP packet, with their requests in flight. One check
 * a second ends the connections that are silent, send a body slowly, or do not read responses. A
 * timer for each request would take 2 us a renewal, and Node stops its own checks at a shutdown.
 */
export class Connections {
  readonly #metrics: ConnectionMetrics;
  // The maps are separate, because a request knows only its TLS socket, and a connection starts as
  // a TCP socket.
  readonly #handshakes: Map<string, Socket> = new Map();
  // The key is the socket, because a map of requests would grow and shrink with each request. The
  // old tables of such a map would keep responses from the garbage collector.
  readonly #established: Map<Socket, EstablishedConnection> = new Map();

  /** Limits the responses that clients have not read. */
  readonly unread: UnreadLimit = new UnreadLimit(this.#established, (socket) => this.#close(socket, "unread"));

  /** The handshakes that began before the last `closeUnless`, and what it kept. */
  #earlier: WeakSet<Socket> = new WeakSet();
  #keep: (socket: Socket) => boolean = () => true;

  constructor(metrics: ConnectionMetrics) {
    this.#metrics = metrics;
  }

  /** Tracks the connections of a server. `endSlow` ends a connection whose body is too slow. */
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
   * Counts a request until its response is closed. Returns false, and does not count the request,
   * if its connection has too many requests that wait for their responses.
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#established.get(request.socket);
    if (connection === undefined) return true;
    if (connection.requests >= maxPipelinedRequests) return false;
    connection.begin(request, response);
    this.#metrics.inFlight++;
    response.on("close", () => {
      if (!connection.end(request)) return;
      this.#metrics.inFlight--;
      // The head of the response may have been on its way before the connection had to close.
      if (connection.requests === 0 && connection.isClosing) request.socket.destroySoon();
    });
    return true;
  }

  /** Returns the number of requests whose body has arrived and whose response is not sent yet. */
  unanswered(): number {
    let count = 0;
    for (const connection of this.#established.values()) count += connection.unanswered();
    return count;
  }

  /**
   * Closes the connections that `keep` does not keep, each after its requests in flight. It also
   * asks `keep` when a handshake ends that began before.
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
   * Destroys the connections without a request in flight. Node's own `closeIdleConnections` keeps
   * connections that have not sent a request or not finished their handshake.
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
      // If a queued response of a pipelined request is not sent, it never closes.
      this.#metrics.inFlight -= connection.forget();
    });
  }

  /** Closes a connection if there are too many. Returns false if none may give way. */
  #makeRoom(): boolean {
    if (this.#handshakes.size + this.#established.size < maxConnections) return true;
    const [[, handshake] = []] = this.#handshakes;
    const socket =
      (this.#handshakes.size > maxHandshakes ? handshake : undefined) ??
      this.#find((connection) => connection.mayGiveWay()) ??
      handshake ??
      this.#find((connection) => connection.isForgotten());
    if (socket !== undefined) this.#close(socket, "limit");
    return socket !== undefined;
  }

  /** Returns the oldest connection with this property. */
  #find(has: (connection: EstablishedConnection) => boolean): Socket | undefined {
    for (const [socket, connection] of this.#established) if (has(connection)) return socket;
    return undefined;
  }

  /** Destroys a connection and forgets it at once, because its event `close` comes later. */
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

/** Returns a key that is equal for a TCP socket and its TLS socket. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
