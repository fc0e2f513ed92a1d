import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { portOf } from "../../harness/port-of.ts";

/**
 * Returns loopback ports that are free at this moment. All sockets stay open until the last port is
 * chosen, so that no two ports are equal.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map(portOf);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

async function listen(): Promise<Server> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
