import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { portOf } from "../../harness/port-of.ts";

/** A proxy that can break the connection of a client to a server. */
export interface CutProxy {
  readonly port: number;
  /** Breaks all connections, and accepts no others until `restore`. */
  readonly cut: () => void;
  readonly restore: () => void;
  readonly stop: () => void;
}

/** Starts a proxy to a port of this host. The proxy forwards bytes, so TLS is between the ends. */
export async function cutProxy(target: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server),
    cut: () => {
      isCut = true;
      breakAll();
    },
    restore: () => {
      isCut = false;
    },
    stop: () => {
      server.close();
      breakAll();
    },
  };
}
