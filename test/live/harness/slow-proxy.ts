import { once } from "node:events";
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { portOf } from "../../harness/port-of.ts";

/** A proxy that delays the data between a client and a server. */
export interface SlowProxy {
  readonly port: number;
  readonly stop: () => void;
}

/** The delays of each chunk of data from the client and from the server, in milliseconds. */
export interface Delays {
  readonly requests?: number;
  readonly responses?: number;
}

/** Starts a proxy to a port of this host. */
export async function slowProxy(target: number, { requests = 0, responses = 0 }: Delays): Promise<SlowProxy> {
  const delayed = (delay: number) =>
    async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
      for await (const chunk of chunks) {
        await wait(delay);
        yield chunk;
      }
    };
  const server = createServer((client) => {
    // The end of a connection is an error of the pipeline if the other side is still open.
    const server = connect(target, "127.0.0.1");
    pipeline(client, delayed(requests), server, delayed(responses), client).catch(() => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: portOf(server), stop: () => void server.close() };
}
