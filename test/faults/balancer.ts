import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { portOf } from "../harness/port-of.ts";

/**
 * A load balancer for TCP connections. A test adds and removes its endpoints, because the load
 * balancer sends no probes.
 */
export interface Balancer {
  readonly port: number;
  /** Sends no new connections to the endpoint. Keeps open connections, like kube-proxy. */
  readonly remove: (endpoint: number) => void;
  readonly add: (endpoint: number) => void;
  readonly stop: () => void;
}

/**
 * Starts a load balancer that distributes new connections in turn to the given ports of 127.0.0.1.
 */
export async function startBalancer(endpoints: readonly number[]): Promise<Balancer> {
  let known = endpoints;
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const port = known[turn++ % known.length] ?? 0;
    join(client, connect({ port, host: "127.0.0.1", allowHalfOpen: true }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server),
    remove: (endpoint) => {
      known = known.filter((port) => port !== endpoint);
    },
    add: (endpoint) => {
      known = [...known, endpoint];
    },
    stop: () => server.close(),
  };
}

function join(client: Socket, endpoint: Socket): void {
  client.pipe(endpoint).pipe(client);
  client.on("error", () => endpoint.destroy());
  endpoint.on("error", () => client.destroy());
}
