import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import { silenceCheckIntervalMs, silenceTimeoutMs } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";

interface Connection {
  /** The number of requests in flight. */
  requests: number;
  /** Time since a request began or ended, as of the last check. */
  silentMs: number;
  /** The response to the last request in flight. */
  last?: ServerResponse | undefined;
  /** True if the connection closes after its requests in flight. */
  closing?: true;
}

/**
 * Tracks a server's connections from the first TCP packet, with their requests in flight. Also
 * destroys silent connections, which `keepAliveTimeout` does not detect. `server.setTimeout` would
 * restart its timer with every read and write, which takes 2 us for each renewal.
 */
export class Connections {
  readonly #metrics: Pick<Metrics, "inFlight">;
  // The maps are separate, because a request knows only its TLS socket, and a connection starts as
  // a TCP socket.
  readonly #handshakes: Map<string, Socket> = new Map();
  // The key is the socket, because a map of requests would grow and shrink with each request. The
  // old tables of such a map would keep responses from the garbage collector.
  readonly #established: Map<Socket, Connection> = new Map();

  /** The handshakes that began before the last `closeUnless`, and what it kept. */
  #earlier: WeakSet<Socket> = new WeakSet();
  #keep: (socket: Socket) => boolean = () => true;

  constructor(server: Server, metrics: Pick<Metrics, "inFlight">) {
    this.#metrics = metrics;
    server.on("connection", (socket: Socket) => {
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
    const checks = setInterval(() => this.#destroySilent(), silenceCheckIntervalMs).unref();
    server.once("close", () => clearInterval(checks));
  }

  /** Counts a request until its response is closed. */
  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#established.get(socket);
    if (connection === undefined) return;
    connection.silentMs = 0;
    connection.requests++;
    connection.last = response;
    if (connection.closing) response.shouldKeepAlive = false;
    this.#metrics.inFlight++;
    response.on("close", () => {
      if (connection.requests === 0) return;
      connection.silentMs = 0;
      connection.requests--;
      this.#metrics.inFlight--;
      if (connection.requests > 0) return;
      connection.last = undefined;
      // The head of the response may have been on its way before.
      if (connection.closing) socket.destroySoon();
    });
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
    connection.closing = true;
    if (connection.requests === 0) socket.destroy();
    // The last response asks the client to close the connection, so that it sends nothing more.
    else if (connection.last?.headersSent === false) connection.last.shouldKeepAlive = false;
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
    const connection = { requests: 0, silentMs: 0 };
    this.#established.set(socket, connection);
    socket.once("close", () => {
      this.#established.delete(socket);
      // If a queued response of a pipelined request is not sent, it never closes.
      this.#metrics.inFlight -= connection.requests;
      connection.requests = 0;
    });
  }

  /**
   * Destroys silent connections, even with a request in flight. In that case, the client does not
   * read the response.
   */
  #destroySilent(): void {
    for (const [socket, connection] of this.#established) {
      if (connection.silentMs >= silenceTimeoutMs) socket.destroy();
      connection.silentMs += silenceCheckIntervalMs;
    }
  }
}

/** Returns a key that is equal for a TCP socket and its TLS socket. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
