import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";

/**
 * Watches a server's connections from the first TCP packet on; the function it returns cuts those without a request under way.
 * Node's own `closeIdleConnections` spares what has not sent its first request, or not finished its handshake.
 */
export function watchConnections(server: Server): () => void {
  // Requests know their TLS socket only, and a connection is a TCP socket first: each is watched for itself.
  const handshakes = new Map<string, Socket>();
  // What a connection is busy with stands beside it, not in a map of its own: that would grow and shrink with every request, and
  // what a map has outgrown keeps the responses in it from the garbage collector.
  const established = new Map<Socket, { response: ServerResponse | undefined }>();
  server.on("connection", (socket: Socket) => {
    const key = peer(socket);
    handshakes.set(key, socket);
    socket.once("close", () => handshakes.delete(key));
  });
  server.on("secureConnection", (socket) => {
    handshakes.delete(peer(socket));
    established.set(socket, { response: undefined });
    socket.once("close", () => established.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = established.get(socket);
    if (connection === undefined) return;
    connection.response = response;
    response.once("close", () => {
      // Of requests in a row the last one counts.
      if (connection.response === response) connection.response = undefined;
    });
  });
  return () => {
    const idle = [...established].filter(([, { response }]) => response === undefined).map(([socket]) => socket);
    for (const socket of [...handshakes.values(), ...idle]) socket.destroy();
  };
}

/** The same for a TCP socket and for the TLS socket on top of it. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
