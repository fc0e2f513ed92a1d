import { once } from "node:events";
import { Agent, request } from "node:https";
import { connect as connectPlain } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  connectTo,
  expectAllowed,
  expectError,
  legalBody,
  listen,
  marker,
  post,
  rawRequest,
  rawRequests,
} from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;
let atStart: number;

beforeAll(async () => {
  server = await startServer();
  atStart = openSockets();
});

afterAll(() => server.stop());

/** Returns the milliseconds from `started` until the server closes a connection. */
async function lifetime(
  socket: { once(event: "close", listener: () => void): unknown },
  started: number,
): Promise<number> {
  await new Promise<void>((resolve) => socket.once("close", resolve));
  return performance.now() - started;
}

/** Writes bytes and waits for the close. Returns the time, and the status of the response. */
async function fallSilent(
  socket: TLSSocket,
  bytes: string,
): Promise<{ readonly ms: number; readonly code: number | undefined }> {
  const started = performance.now();
  const exchange = listen(socket, { withinMs: 15_000 });
  socket.write(bytes);
  const { answers } = await exchange;
  if (answers[0] !== undefined) expectError(answers[0], 408);
  return { ms: performance.now() - started, code: answers[0]?.status };
}

// These tests run concurrently, because each one waits for several seconds.
describe.concurrent("a connection without progress is closed", () => {
  it.each<readonly [string, string | Uint8Array]>([
    ["that sends nothing", ""],
    ["that begins a handshake", Buffer.from("16030100f4010000f00303", "hex")],
  ])("%s, after 5 s", async (_name, bytes) => {
    const socket = connectPlain(server.webhook.port, "127.0.0.1");
    const started = performance.now();
    socket.on("error", () => {});
    socket.resume();
    socket.write(bytes);
    const ms = await Promise.race([lifetime(socket, started), wait(9000, Number.POSITIVE_INFINITY)]);
    socket.destroy();
    expect(ms).toBeGreaterThan(4000);
    expect(ms).toBeLessThan(8000);
  });

  it("with half its headers, after 5 s and with 408", async () => {
    const { ms, code } = await fallSilent(
      await connectTo(server),
      `POST /validate HTTP/1.1\r\nHost: guard\r\nx: ${marker}`,
    );
    expect(code).toBe(408);
    expect(ms).toBeGreaterThan(4000);
    expect(ms).toBeLessThan(8000);
  });

  it("with half its body, after 3 s and with 408", async () => {
    const { ms, code } = await fallSilent(await connectTo(server), post().slice(0, -20));
    expect(code).toBe(408);
    expect(ms).toBeGreaterThan(2900);
    expect(ms).toBeLessThan(7000);
  });

  it("but not one that is idle for 7 s between reviews", async () => {
    const agent = new Agent({ keepAlive: true, ca: server.ca, maxSockets: 1 });
    const first = await send(agent);
    await wait(7000);
    const second = await send(agent);
    agent.destroy();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.localPort).toBe(first.localPort);
    expect(Number(/timeout=(\d+)/.exec(first.keepAlive)?.[1])).toBeGreaterThan(90);
  });

  it("nor one that is silent for 7 s before its first review", async () => {
    const [socket, other] = await Promise.all([connectTo(server), connectTo(server)]);
    await wait(7000);
    const exchange = listen(socket, { answers: 1 });
    socket.write(post());
    expectAllowed((await exchange).answers[0]);
    expect((await fallSilent(other, "POST /validate HTTP/1.1\r\n")).code).toBe(408);
  });

  it("by a server that stops, too", async () => {
    const stopping = await startServer();
    const socket = connectPlain(stopping.webhook.port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    await wait(50);
    const outcome = await Promise.race([stopping.stop().then(() => "stopped"), wait(7000, "waits")]);
    socket.destroy();
    expect(outcome).toBe("stopped");
  });
});

describe("a silent connection", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is destroyed after 130 s, but not if it sends a request meanwhile", async () => {
    const guarded = await startServer();
    const [silent, busy] = await Promise.all([connectTo(guarded), connectTo(guarded)]);
    // A client finishes its handshake before the server does.
    await wait(100);
    const cut = once(silent, "close");
    vi.advanceTimersByTime(100_000);
    const answered = once(busy, "data");
    busy.write(post());
    await answered;
    vi.advanceTimersByTime(30_000);
    await wait(100);
    expect(silent.destroyed).toBe(false);
    vi.advanceTimersByTime(5_000);
    await cut;
    expect(busy.destroyed).toBe(false);
    busy.destroy();
    await guarded.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** Posts a valid review. The local port in the result identifies the connection. */
async function send(agent: Agent): Promise<{
  readonly status: number | undefined;
  readonly localPort: number | undefined;
  readonly keepAlive: string;
}> {
  const sent = request(`${server.url}/validate?timeout=2s`, {
    agent,
    method: "POST",
    headers: { "content-type": "application/json" },
  });
  sent.end(legalBody);
  const [answer] = await once(sent, "response");
  const localPort: number | undefined = answer.socket.localPort;
  answer.resume();
  await once(answer, "end");
  return { status: answer.statusCode, localPort, keepAlive: String(answer.headers["keep-alive"]) };
}

/** Counts the open sockets of this process, in which both the clients and the server run. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith("TCPSocket") || name.startsWith("TLS"))
    .length;
}

describe("clients that leave", () => {
  it.each<readonly [string, string]>([
    ["before a request", ""],
    ["within the headers", `POST /validate HTTP/1.1\r\nHost: gu`],
    ["before the body", post().slice(0, -legalBody.length)],
    ["within the body", post().slice(0, -20)],
    ["within a chunk", "POST /validate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"],
    ["before the response", post()],
    ["before fifty responses", post().repeat(50)],
    ["before a refusal", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["instead of going ahead", post(["Expect: 100-continue"]).slice(0, -legalBody.length)],
  ])("%s do no harm", async (_name, bytes) => {
    for (let index = 0; index < 20; index++) {
      const plain = connectPlain(server.webhook.port, "127.0.0.1");
      const socket = await connectTo(server, { socket: plain });
      socket.on("error", () => {});
      socket.write(bytes, () => (index % 2 === 0 ? socket.destroy() : plain.resetAndDestroy()));
    }
    expectAllowed((await rawRequest(server, post())).answers[0]);
  });

  // Node.js 20 loses the error if a client resets its connection before the server has finished the
  // handshake. The server then closes the connection after `unreadTimeoutMs`.
  it("leave no open socket", () =>
    vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(atStart), { timeout: 10_000 }));

  it("after they closed only their own side get a response", async () => {
    const socket = await connectTo(server);
    const exchange = listen(socket, { answers: 1 });
    socket.end(post());
    expectAllowed((await exchange).answers[0]);
  });

  it("thousands of rejected requests leave no objects in memory", async () => {
    const requests = Array.from({ length: 20 }, () => post([], `{"${marker}":"${"a".repeat(10_000)}"}`));
    await rawRequests(server, requests);
    const before = process.memoryUsage().rss;
    for (let index = 0; index < 50; index++) await rawRequests(server, requests);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});
