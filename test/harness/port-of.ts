import type { AddressInfo, Server } from "node:net";

/** Returns the port of a listening server. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
