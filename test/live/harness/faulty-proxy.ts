import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { portOf } from "../../harness/port-of.ts";
import type { World } from "./world.ts";

/**
 * The outcome of a request. A number is the status of an error response.
 *
 * With `reset`, the connection breaks before the API server receives the request, and with `lost`,
 * after it has processed the request. With `slow`, the proxy forwards the request a second late,
 * and with `never`, it does not forward it. With `none`, the proxy only forwards the request and
 * the response.
 */
export type Fault = 401 | 409 | 429 | 500 | 503 | "reset" | "lost" | "slow" | "never" | "none";

/** A proxy that causes faults between a client and the API server. */
export interface FaultyProxy {
  readonly url: string;
  /** Returns the number of requests so far. */
  readonly requests: () => number;
  readonly stop: () => void;
}

/**
 * The options of a proxy. `next` returns the outcome of the next request, possibly as a promise.
 */
export interface FaultyProxyOptions {
  readonly next: () => Fault | Promise<Fault>;
  readonly port?: number;
}

/** Starts a proxy that presents the API server's own certificate. */
export async function faultyProxy(world: World, { next, port = 0 }: FaultyProxyOptions): Promise<FaultyProxy> {
  const file = (name: string): Buffer => readFileSync(join(world.folder, name));
  const { clusters } = JSON.parse(file("kubeconfig.json").toString()) as {
    clusters: readonly [{ cluster: { server: string } }];
  };
  const ca = file("ca.crt");
  let requests = 0;

  const forward = async (incoming: IncomingMessage): Promise<{ status: number; headers: object; body: Buffer }> => {
    const { method, headers } = incoming;
    const body = await buffer(incoming);
    const outgoing = request(new URL(incoming.url ?? "/", clusters[0].cluster.server), {
      ...(method && { method }),
      headers,
      ca,
    });
    outgoing.end(body);
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    const { "transfer-encoding": _, ...answered } = answer.headers;
    return { status: answer.statusCode ?? 0, headers: answered, body: await buffer(answer) };
  };
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests++;
    const fault = await next();
    // If the client has closed the connection meanwhile, the proxy must not send the request.
    if (fault === "never" || incoming.socket.destroyed) return;
    if (fault === "reset") return void incoming.socket.destroy();
    if (typeof fault === "number") {
      const headers = { "content-type": "application/json", ...(fault === 429 && { "retry-after": "1" }) };
      return void response
        .writeHead(fault, headers)
        .end(JSON.stringify({ kind: "Status", code: fault, message: `injected ${fault}` }));
    }
    if (fault === "slow") await pause(1000);
    const { status, headers, body } = await forward(incoming);
    if (fault === "lost") return void incoming.socket.destroy();
    response.writeHead(status, { ...headers }).end(body);
  };
  const server = createServer({ cert: file("server.crt"), key: file("server.key") }, (incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://localhost:${portOf(server)}`,
    requests: () => requests,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
