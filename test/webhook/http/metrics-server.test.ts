import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createMetricsServer } from "../../../src/webhook/http/plain-servers.ts";
import { maxPlainConnections, metricsCacheMs } from "../../../src/webhook/limits.ts";
import { Metrics } from "../../../src/webhook/metrics/metrics.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { portOf } from "../../harness/port-of.ts";

const server = createMetricsServer(new Metrics("1.2.3"));
let url: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${portOf(server)}`;
});

afterAll(() => server.close());

describe("the metrics server", () => {
  it.each(["/metrics", "/metrics?x=1"])("responds to %s in Prometheus' format", async (path) => {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect([...metricSamples(await response.text()).keys()]).toEqual(
      expect.arrayContaining([
        "process_resident_memory_bytes",
        "lease_guard_draining",
        "lease_guard_admission_request_duration_seconds_count",
      ]),
    );
  });

  it("renders once for all requests of a second", async () => {
    let renderings = 0;
    const text = async () => `renderings ${++renderings}`;
    const counting = createMetricsServer({ text });
    counting.listen(0, "127.0.0.1");
    await once(counting, "listening");
    const at = `http://127.0.0.1:${portOf(counting)}/metrics`;
    const read = async () => (await fetch(at)).text();
    const first = await Promise.all(Array.from({ length: 50 }, read));
    await wait(metricsCacheMs);
    expect([...new Set(first), await read()]).toEqual(["renderings 1", "renderings 2"]);
    counting.close();
  });

  it.each(["/", "/metrics/", "/livez", "/validate"])("responds with 404 at %s", async (path) => {
    const response = await fetch(`${url}${path}`);
    expect([response.status, await response.text()]).toEqual([404, "must be /metrics"]);
  });
});

describe("at the limit of connections", () => {
  const scrape = "GET /metrics HTTP/1.1\r\nHost: guard\r\n\r\n";

  /** Starts a server whose responses wait until `answer` is called. */
  async function waitingServer() {
    const rendered = new EventEmitter();
    const end = once(rendered, "end");
    const limited = createMetricsServer({ text: () => end.then(() => "the metrics") });
    limited.listen(0, "127.0.0.1");
    onTestFinished(() => void limited.close());
    await once(limited, "listening");
    const port = portOf(limited);
    const open = async (first: string): Promise<Socket> => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
      const noted = once(limited, first === scrape ? "request" : "connection");
      socket.write(first);
      await noted;
      return socket;
    };
    return { open, answer: () => rendered.emit("end") };
  }

  async function openAll(count: number, open: () => Promise<Socket>): Promise<readonly Socket[]> {
    const sockets: Socket[] = [];
    while (sockets.length < count) sockets.push(await open());
    return sockets;
  }

  async function closed(socket: Socket): Promise<void> {
    if (!socket.destroyed) await once(socket.resume(), "close");
  }

  async function textOf(socket: Socket): Promise<string> {
    return (await socket.toArray()).join("");
  }

  it.each([
    ["nothing", ""],
    ["a part of the headers", "GET /metrics HTTP/1.1\r\nHost: gu"],
    ["a part of the body", "POST /metrics HTTP/1.1\r\nHost: guard\r\nContent-Length: 9\r\n\r\n{"],
  ])("the oldest connection that sent %s gives way, not one that sent a whole request", async (_name, part) => {
    const { open, answer } = await waitingServer();
    const scraper = await open(scrape);
    const parts = await openAll(maxPlainConnections + 9, () => open(part));
    await Promise.all(parts.slice(0, 10).map(closed));
    expect(parts.slice(10).filter(({ destroyed }) => destroyed)).toEqual([]);
    const text = textOf(scraper);
    answer();
    expect(await text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*the metrics/s);
  });

  it("the oldest connection with a whole request gives way if less than half of the connections have sent none", async () => {
    const { open, answer } = await waitingServer();
    const whole = await openAll(maxPlainConnections, () => open(scrape));
    const parts = await openAll(maxPlainConnections, () => open(""));
    const half = maxPlainConnections / 2;
    await Promise.all([...whole.slice(0, half), ...parts.slice(0, half)].map(closed));
    const texts = Promise.all(whole.slice(half).map(textOf));
    answer();
    expect((await texts).filter((text) => text.includes("the metrics"))).toHaveLength(half);
    expect(parts.slice(half).filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it("no connection stays open after its response", async () => {
    const { open, answer } = await waitingServer();
    const socket = await open(scrape);
    answer();
    await once(socket.resume(), "close", { signal: AbortSignal.timeout(3_000) });
  });
});
