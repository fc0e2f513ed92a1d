import type { AddressInfo, Server } from "node:net";

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
