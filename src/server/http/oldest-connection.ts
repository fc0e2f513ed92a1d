import type { Socket } from "node:net";
import type { EstablishedConnection } from "./established-connection.ts";

/** Returns the oldest connection for which `has` returns true, or undefined if there is none. */
export function oldestConnection(
  connections: ReadonlyMap<Socket, EstablishedConnection>,
  has: (connection: EstablishedConnection) => boolean,
): Socket | undefined {
  for (const [socket, connection] of connections) if (has(connection)) return socket;
  return undefined;
}
