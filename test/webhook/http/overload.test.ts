import type { TLSSocket } from "node:tls";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { maxBodyBytes, maxOversizedBytes } from "../../../src/engine/review/limits.ts";
import { bodyBudgetBytes, lingerMs, maxWaitingBodies, smallBodyBytes } from "../../../src/webhook/limits.ts";
import { LateReviews } from "../../harness/late-reviews.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { connectTo, expectAllowed, legalBody, listen, message, post, rawRequest } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;
let reviews: LateReviews;
let sockets: TLSSocket[] = [];
beforeEach(async () => {
  reviews = new LateReviews();
  server = await startServer(undefined, { large: reviews });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.stop();
});

/** Returns a valid review of `bytes` bytes. Spaces follow the JSON. */
const large = (bytes: number): string => legalBody.padEnd(bytes, " ");

/** Starts a request that announces a body of `bytes` bytes. Sends the beginning of the body. */
async function begin(bytes: number, path = "/validate"): Promise<TLSSocket> {
  const socket = await connectTo(server);
  sockets.push(socket);
  const headers = ["Host: guard", "Content-Type: application/json", `Content-Length: ${bytes}`];
  socket.write(message(`POST ${path} HTTP/1.1`, headers, " ".repeat(smallBodyBytes + 1)));
  return socket;
}

const inFlight = (count: number): Promise<unknown> =>
  vi.waitUntil(() => server.metrics.inFlight === count, { timeout: 20_000 });

/** Sends reviews that take all the memory for large bodies, and waits until they have arrived. */
async function fill(): Promise<readonly TLSSocket[]> {
  const filling: TLSSocket[] = [];
  const before = reviews.arrived;
  for (let free = bodyBudgetBytes; free > smallBodyBytes; free -= maxBodyBytes) {
    const socket = await connectTo(server);
    socket.write(post([], large(Math.min(free, maxBodyBytes))));
    filling.push(socket);
  }
  sockets.push(...filling);
  await vi.waitUntil(() => reviews.arrived === before + filling.length, { timeout: 20_000 });
  return filling;
}

async function refusals(reason: string): Promise<number | undefined> {
  return metricSamples(await server.metrics.text()).get(`lease_guard_refused_requests_total{reason="${reason}"}`);
}

describe("while large bodies take all the memory", () => {
  it("a renewal does not wait", async () => {
    await fill();
    expectAllowed((await rawRequest(server, post())).answers[0]);
  });

  it("a body above the limit is rejected at once", async () => {
    await fill();
    expect((await listen(await begin(maxOversizedBytes + 1), { answers: 1 })).answers[0]?.status).toBe(413);
  });

  it("another one waits and is validated once one of them has gone", async () => {
    const [first] = await fill();
    const socket = await connectTo(server);
    const exchange = listen(socket, { answers: 1, withinMs: 20_000 });
    const sizeBefore = server.metrics.inFlight;
    socket.write(post([], large(1024 * 1024)));
    await inFlight(sizeBefore + 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.metrics.inFlight).toBe(sizeBefore + 1);
    first?.destroy();
    expectAllowed((await exchange).answers[0]);
  });

  it("the body of one that waits is not read", async () => {
    await fill();
    const socket = await connectTo(server);
    sockets.push(socket);
    socket.write(post([], large(6 * 1024 * 1024)));
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The kernel stores some of the data in the buffers of the sockets. The rest is still in this
    // process.
    expect(socket.writableLength).toBeGreaterThan(0);
  });

  it.each(["500ms", "0s", "100ms", "0.4s"])("the client gets a 504 before its ?timeout=%s is over", async (timeout) => {
    await fill();
    const { answers } = await listen(await begin(maxBodyBytes, `/validate?timeout=${timeout}`), { answers: 1 });
    expect(answers[0]).toMatchObject({
      status: 504,
      headers: { "content-type": "application/json", "retry-after": "1" },
    });
    expect(JSON.parse(answers[0]?.text ?? "")).toMatchObject({
      kind: "Status",
      status: "Failure",
      reason: "Timeout",
      code: 504,
    });
    expect(JSON.parse(answers[0]?.text ?? "")).toMatchObject({
      message: expect.stringMatching(/^must set a longer timeout/),
    });
    expect(await refusals("deadline")).toBe(1);
  });

  it.each(["", "?timeout=", "?timeout=soon", "?timeout=-1s", "?timeout=60s", "?%zz"])(
    "one with '%s' keeps waiting",
    async (query) => {
      await fill();
      const waiting = await begin(maxBodyBytes, `/validate${query}`);
      await expect(listen(waiting, { answers: 1, withinMs: 600 })).rejects.toThrow("neither answered nor closed");
    },
  );

  it("a client that got a 504 loses its connection, because its body is not read", async () => {
    await fill();
    const socket = await connectTo(server);
    const exchange = listen(socket, { answers: 2, withinMs: 20_000 });
    socket.write(
      post([], large(1024 * 1024))
        .slice(0, 100_000)
        .replace("/validate", "/validate?timeout=300ms"),
    );
    const { answers, closed } = await exchange;
    expect({ codes: answers.map(({ status }) => status), closed }).toEqual({ codes: [504], closed: true });
    expect(answers[0]?.headers["connection"]).toBe("close");
  });

  it("a limited number of requests waits, and the next one is rejected at once", async () => {
    const filling = await fill();
    for (let index = 0; index < maxWaitingBodies; index++) await begin(maxBodyBytes);
    await inFlight(filling.length + maxWaitingBodies);
    const { answers } = await listen(await begin(maxBodyBytes), { answers: 1 });
    expect(answers[0]).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    expect(JSON.parse(answers[0]?.text ?? "")).toMatchObject({ kind: "Status", reason: "TooManyRequests", code: 429 });
    expect(await refusals("overload")).toBe(1);
    expectAllowed((await rawRequest(server, post())).answers[0]);
  });

  it("a client that still sends its body can read the response before the connection closes", async () => {
    const filling = await fill();
    for (let index = 0; index < maxWaitingBodies; index++) await begin(maxBodyBytes);
    await inFlight(filling.length + maxWaitingBodies);
    const socket = await begin(maxBodyBytes);
    socket.write(Buffer.alloc(maxBodyBytes, " "));
    const started = performance.now();
    const { answers, closed } = await listen(socket, { answers: 2, withinMs: 20_000 });
    expect({ codes: answers.map(({ status }) => status), closed }).toEqual({ codes: [429], closed: true });
    expect(performance.now() - started).toBeGreaterThan(lingerMs - 100);
  });

  it("clients that hang up free their memory", async () => {
    for (let round = 0; round < 3; round++) {
      for (const socket of await fill()) socket.destroy();
      await inFlight(0);
    }
    expectAllowed((await rawRequest(server, post([], large(maxBodyBytes)), { withinMs: 20_000 })).answers[0]);
  });
});

describe("expensive reviews", () => {
  /** Returns a review of 3 kB with 100 wrong labels, whose response has 28 kB. */
  const expensive = (): string => {
    const review = JSON.parse(legalBody);
    review.request.object.metadata.labels = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`-${index}`, ""]),
    );
    return post([], JSON.stringify(review));
  };

  it("do not delay a cheap review of another connection until all of them have their responses", async () => {
    const connections = await Promise.all(Array.from({ length: 60 }, () => connectTo(server)));
    const cheap = await connectTo(server);
    sockets.push(cheap, ...connections);
    let answered = 0;
    // After an expensive review, the server treats the next review of the connection as expensive,
    // too.
    const exchanges = connections.map((socket) =>
      listen(socket, { answers: 2, withinMs: 20_000 }, () => {
        answered++;
      }).then(({ answers }) => {
        answered++;
        return answers.map(({ status }) => status);
      }),
    );
    const request = expensive();
    for (const socket of connections) socket.write(request);
    await vi.waitUntil(() => answered === connections.length, { timeout: 20_000 });
    for (const socket of connections) socket.write(request);
    cheap.write(post());
    expectAllowed((await listen(cheap, { answers: 1, withinMs: 20_000 })).answers[0]);
    expect(answered).toBeLessThan(1.5 * connections.length);
    expect(new Set((await Promise.all(exchanges)).flat())).toEqual(new Set([200]));
  });
});
