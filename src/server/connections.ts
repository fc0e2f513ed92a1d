import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { Metrics } from "./metrics.ts";

/**
 * Watches a server's connections from the first TCP packet on, and counts their requests under way; the function it returns cuts
 * those that have none. Node's own `closeIdleConnections` spares what has not sent its first request, or not finished its handshake.
 */
export function watchConnections(server: Server, metrics: Pick<Metrics, "inFlight">): () => void {
  // Requests know their TLS socket only, and a connection is a TCP socket first: each is watched for itself.
  const handshakes = new Map<string, Socket>();
  // What a connection is busy with stands beside it, not in a map of its own: that would grow and shrink with every request, and
  // what a map has outgrown keeps the responses in it from the garbage collector.
  const established = new Map<Socket, { requests: number }>();
  server.on("connection", (socket: Socket) => {
    const key = peer(socket);
    handshakes.set(key, socket);
    socket.once("close", () => handshakes.delete(key));
  });
  server.on("secureConnection", (socket) => {
    handshakes.delete(peer(socket));
    const connection = { requests: 0 };
    established.set(socket, connection);
    socket.once("close", () => {
      established.delete(socket);
      // Of requests in a row those whose turn had not come never close themselves.
      metrics.inFlight -= connection.requests;
      connection.requests = 0;
    });
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = established.get(socket);
    if (connection === undefined) return;
    connection.requests++;
    metrics.inFlight++;
    response.once("close", () => {
      if (connection.requests === 0) return;
      connection.requests--;
      metrics.inFlight--;
    });
  });
  return () => {
    const idle = [...established].filter(([, { requests }]) => requests === 0).map(([socket]) => socket);
    for (const socket of [...handshakes.values(), ...idle]) socket.destroy();
  };
}

/** The same for a TCP socket and for the TLS socket on top of it. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
