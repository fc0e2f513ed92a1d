import { get } from "node:http";
import { connect as connectPlain } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { metricSamples } from "../harness/metric-samples.ts";
import { connectTo, expectAllowed, listen, post, rawRequest } from "../harness/raw-request.ts";
import { startServer } from "../harness/running-server.ts";

/** Reports whether no server listens on a port. */
function isClosed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectPlain(port, "127.0.0.1");
    socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
    socket.once("connect", () => socket.destroy());
  });
}

/**
 * Sends a probe over a new connection and returns the HTTP status. Rejects if there is no response.
 */
function probe(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => resolve(answer.resume().statusCode)).once("error", reject);
  });
}

describe("stopping", () => {
  it("finishes a review in flight, is not ready meanwhile, and accepts no other review", async () => {
    const server = await startServer();
    const socket = await connectTo(server);
    const exchange = listen(socket, {});
    socket.write(post().slice(0, -20));
    await vi.waitUntil(() => server.metrics.inFlight === 1, { timeout: 20_000 });
    let stopped = false;
    const stop = server.stop().then(() => {
      stopped = true;
    });
    await wait(100);
    expect({
      ready: await probe(`${server.probesUrl}/readyz`),
      live: await probe(`${server.probesUrl}/livez`),
    }).toEqual({
      ready: 503,
      live: 200,
    });
    expect({ stopped, closed: await isClosed(server.webhook.port) }).toEqual({ stopped: false, closed: true });
    socket.write(post().slice(-20));
    const { answers, closed } = await exchange;
    expectAllowed(answers[0]);
    expect({ connection: answers[0]?.headers["connection"], closed }).toEqual({ connection: "close", closed: true });
    await stop;
    expect([await isClosed(server.webhook.port), await isClosed(server.probes.port)]).toEqual([true, true]);
  });

  it("with a delay keeps responding until its end, and each response closes its connection", async () => {
    const server = await startServer();
    const kept = await connectTo(server);
    await firstAnswers(kept, post(), 1);
    const idle = await connectTo(server);
    let idleClosed = false;
    idle.on("error", () => {});
    idle.once("close", () => {
      idleClosed = true;
    });
    idle.resume();
    const started = performance.now();
    const stop = server.stop(1000);
    expect(await probe(`${server.probesUrl}/readyz`)).toBe(503);
    expect(metricSamples(await server.metrics.text()).get("lease_guard_draining")).toBe(1);
    const exchange = listen(kept, {});
    kept.write(post());
    for (const { answers, closed } of [await exchange, await rawRequest(server, post(), { answers: 2 })]) {
      expectAllowed(answers[0]);
      expect({ connection: answers[0]?.headers["connection"], closed }).toEqual({ connection: "close", closed: true });
    }
    expect({ idleClosed, closed: await isClosed(server.webhook.port) }).toEqual({ idleClosed: false, closed: false });
    await stop;
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    expect(await isClosed(server.webhook.port)).toBe(true);
    await vi.waitUntil(() => idleClosed, { timeout: 20_000 });
  });

  it("ends at once without requests in flight", async () => {
    const server = await startServer();
    const started = performance.now();
    await server.stop();
    expect(performance.now() - started).toBeLessThan(1000);
    expect([await isClosed(server.webhook.port), await isClosed(server.probes.port)]).toEqual([true, true]);
  });

  it.each<readonly [string, string, number]>([
    ["has never sent a thing", "", 0],
    ["has received its response", post(), 1],
    ["has received two responses", post().repeat(2), 2],
  ])("does not wait for a connection that %s", async (_name, bytes, count) => {
    const server = await startServer();
    const socket = await connectTo(server);
    // The server may reset the connection.
    socket.on("error", () => {});
    const { length } = count === 0 ? [] : await firstAnswers(socket, bytes, count);
    const started = performance.now();
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.resume();
    await server.stop();
    await closed;
    expect(performance.now() - started).toBeLessThan(1500);
    expect(length).toBe(count);
  });

  it.each(["", "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", "GET /livez HTT"])(
    "does not wait for a probe's connection after '%s'",
    async (bytes) => {
      const server = await startServer();
      const socket = connectPlain(server.probes.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(bytes);
      await wait(50);
      const started = performance.now();
      await server.stop();
      expect(performance.now() - started).toBeLessThan(1500);
      socket.destroy();
    },
  );

  it("twice has the effect of stopping once", async () => {
    const server = await startServer();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(await isClosed(server.webhook.port)).toBe(true);
  });

  it("frees the port for the next server", async () => {
    const server = await startServer();
    await server.stop();
    const next = await startServer();
    expectAllowed((await rawRequest(next, post())).answers[0]);
    await next.stop();
  });
});

/** Writes bytes, and resolves after `count` allowed reviews. Keeps the connection open. */
function firstAnswers(
  socket: Awaited<ReturnType<typeof connectTo>>,
  bytes: string,
  count: number,
): Promise<readonly string[]> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const found = text.match(/"allowed":true\}\}/g) ?? [];
      if (found.length >= count) resolve(found);
    });
    socket.write(bytes);
  });
}
