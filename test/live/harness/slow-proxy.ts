import { once } from "node:events";
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { portOf } from "../../harness/port-of.ts";

/** A proxy that delays the requests of a client to a server. */
export interface SlowProxy {
  readonly port: number;
  readonly stop: () => void;
}

/**
 * Starts a proxy to a port of this host. The proxy delays each chunk of data from the client by
 * `delay` milliseconds.
 */
export async function slowProxy(target: number, delay: number): Promise<SlowProxy> {
  async function* delayed(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      await wait(delay);
      yield chunk;
    }
  }
  const server = createServer((client) => {
    // The end of a connection is an error of the pipeline if the other side is still open.
    pipeline(client, delayed, connect(target, "127.0.0.1"), client).catch(() => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: portOf(server), stop: () => void server.close() };
}
