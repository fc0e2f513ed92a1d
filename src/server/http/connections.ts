import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import { silenceCheckIntervalMs, silenceTimeoutMs } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";

interface Connection {
  /** In flight. */
  requests: number;
  /** Time since a request began or ended, as of the last check. */
  silentMs: number;
}

/**
 * Tracks a server's connections from the first TCP packet, with their requests in flight. It also
 * destroys silent ones, which `keepAliveTimeout` does not see; `server.setTimeout` would set its
 * timer again with every read and write (2 us a renewal).
 */
export class Connections {
  readonly #metrics: Pick<Metrics, "inFlight">;
  // A request knows only its TLS socket, and a connection starts as a TCP socket: track them apart.
  readonly #handshakes: Map<string, Socket> = new Map();
  // A map of requests would grow and shrink with each one, and the tables that a map has outgrown
  // keep responses from the garbage collector.
  readonly #established: Map<Socket, Connection> = new Map();

  constructor(server: Server, metrics: Pick<Metrics, "inFlight">) {
    this.#metrics = metrics;
    server.on("connection", (socket: Socket) => {
      const key = peer(socket);
      this.#handshakes.set(key, socket);
      socket.once("close", () => this.#handshakes.delete(key));
    });
    server.on("secureConnection", (socket) => {
      this.#handshakes.delete(peer(socket));
      this.#establish(socket);
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
    this.#metrics.inFlight++;
    response.on("close", () => {
      if (connection.requests === 0) return;
      connection.silentMs = 0;
      connection.requests--;
      this.#metrics.inFlight--;
    });
  }

  /**
   * Destroys the connections without a request in flight. Node's own `closeIdleConnections` leaves
   * those that have not sent their first request, or not finished their handshake.
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
      // The responses of pipelined requests that were still queued never close.
      this.#metrics.inFlight -= connection.requests;
      connection.requests = 0;
    });
  }

  /**
   * Includes those with a request in flight: its response is written, but the client does not read.
   */
  #destroySilent(): void {
    for (const [socket, connection] of this.#established) {
      if (connection.silentMs >= silenceTimeoutMs) socket.destroy();
      connection.silentMs += silenceCheckIntervalMs;
    }
  }
}

/** Is equal for a TCP socket and the TLS socket on top of it. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
