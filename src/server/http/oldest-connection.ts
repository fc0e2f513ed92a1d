import type { Socket } from "node:net";
import type { EstablishedConnection } from "./established-connection.ts";

export function oldestConnection(
  connections: ReadonlyMap<Socket, EstablishedConnection>,
  has: (connection: EstablishedConnection) => boolean,
): Socket | undefined {
  for (const [socket, connection] of connections) if (has(connection)) return socket;
  return undefined;
}
