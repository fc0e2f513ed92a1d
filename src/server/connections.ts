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
  const established = new Set<Socket>();
  const busy = new Map<Socket, ServerResponse>();
  server.on("connection", (socket: Socket) => {
    const key = peer(socket);
    handshakes.set(key, socket);
    socket.once("close", () => handshakes.delete(key));
  });
  server.on("secureConnection", (socket) => {
    handshakes.delete(peer(socket));
    established.add(socket);
    socket.once("close", () => established.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.set(socket, response);
    response.once("close", () => {
      // Of requests in a row the last one counts.
      if (busy.get(socket) === response) busy.delete(socket);
    });
  });
  return () => {
    for (const socket of [...handshakes.values(), ...established]) if (!busy.has(socket)) socket.destroy();
  };
}

/** The same for a TCP socket and for the TLS socket on top of it. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
