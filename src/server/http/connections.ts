import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import { silenceCheckIntervalMs, silenceTimeoutMs } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";

interface Connection {
  /** Under way. */
  requests: number;
  /** Since a request began or ended, as far as the last check knows. */
  silentMs: number;
}

/**
 * A server's connections from the first TCP packet on, with their requests under way. Silent ones that `keepAliveTimeout` does not see
 * are cut here and not by `server.setTimeout`, whose timer is set anew with every read and write (2 us a renewal).
 */
export class Connections {
  readonly #metrics: Pick<Metrics, "inFlight">;
  // Requests know their TLS socket only, and a connection is a TCP socket first: each is watched for itself.
  readonly #handshakes: Map<string, Socket> = new Map();
  // What a connection is busy with stands beside it, not in a map of its own: that would grow and shrink with every request, and
  // what a map has outgrown keeps the responses in it from the garbage collector.
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
    const checks = setInterval(() => this.#cutSilent(), silenceCheckIntervalMs).unref();
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

  /** Cuts those that have no request under way. Node's own `closeIdleConnections` spares what has not sent its first one, or not finished its handshake. */
  cutIdle(): void {
    const idle = [...this.#established].filter(([, { requests }]) => requests === 0).map(([socket]) => socket);
    for (const socket of [...this.#handshakes.values(), ...idle]) socket.destroy();
  }

  #establish(socket: Socket): void {
    const connection = { requests: 0, silentMs: 0 };
    this.#established.set(socket, connection);
    socket.once("close", () => {
      this.#established.delete(socket);
      // Of requests in a row those whose turn had not come never close themselves.
      this.#metrics.inFlight -= connection.requests;
      connection.requests = 0;
    });
  }

  /** Also those with a request under way: it has been answered long ago, but the client does not read. */
  #cutSilent(): void {
    for (const [socket, connection] of this.#established) {
      if (connection.silentMs >= silenceTimeoutMs) socket.destroy();
      connection.silentMs += silenceCheckIntervalMs;
    }
  }
}

/** The same for a TCP socket and for the TLS socket on top of it. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
