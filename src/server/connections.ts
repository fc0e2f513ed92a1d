import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";

/**
 * Watches a server's connections from the first TCP packet on; the function it returns cuts those without a request under way.
 * Node's own `closeIdleConnections` spares what has not sent its first request, or not finished its handshake.
 */
export function watchConnections(server: Server): () => void {
  const connections = new Map<string, Socket>();
  const busy = new Set<string>();
  server.on("connection", (socket: Socket) => {
    const key = peer(socket);
    connections.set(key, socket);
    socket.once("close", () => connections.delete(key));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const key = peer(socket);
    busy.add(key);
    response.once("close", () => busy.delete(key));
  });
  return () => {
    for (const [key, socket] of connections) if (!busy.has(key)) socket.destroy();
  };
}

/** The same for a TCP socket and for the TLS socket on top of it. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
