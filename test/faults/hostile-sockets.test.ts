import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { requestTimeoutMs, smallBodyTimeoutMs } from "../../src/webhook/limits.ts";
import { type Served, serveCli } from "../harness/cli.ts";
import { legalBody, message, post } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { connections } from "./attacker.ts";
import { type Attackers, createAttackers } from "./attackers.ts";
import { expensiveReview, slowBody } from "./hostile-attackers.ts";
import { buildLoad } from "./load.ts";
import { loggedPort, maxAnonymousBytes, peakOf, samplesOf, terminate } from "./served.ts";

let served: Served;
let attackers: Attackers;
beforeEach(async () => {
  attackers = createAttackers();
  served = await serveCli([], asImage());
});
afterEach(async () => {
  attackers.end();
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});

/** Half of a body of 1 MB. */
const slowLargeBody =
  message("POST /validate HTTP/1.1", ["Host: guard", "Content-Type: application/json", "Content-Length: 1000000"]) +
  " ".repeat(500_000);

it("a server ends the requests of 200 connections whose clients read no response and never close", {
  timeout: 120_000,
}, async () => {
  const metrics = await loggedPort(served, "metrics");
  for (const socket of await attackers.open(served, 200)) socket.pause().write(post([], expensiveReview).repeat(200));
  const inFlight = async () => (await samplesOf(metrics)).get("admission_requests_in_flight");
  const peak = peakOf(served);
  onTestFinished(() => peak.end());
  await vi.waitUntil(async () => ((await inFlight()) ?? 0) > 0, { timeout: 10_000, interval: 50 });
  await vi.waitUntil(async () => (await inFlight()) === 0, { timeout: 30_000, interval: 500 });
  expect(peak.bytes()).toBeLessThan(maxAnonymousBytes);
});

describe.each([
  ["probes", "/livez"],
  ["metrics", "/metrics"],
] as const)("the port of the %s", (name, path) => {
  const whole = `GET ${path} HTTP/1.1\r\nHost: guard\r\n\r\n`;

  it("responds to each request beside 600 connections whose clients send no whole request, or read no response", async () => {
    const load = await buildLoad();
    onTestFinished(() => load.remove());
    const port = await loggedPort(served, name);
    const first = ["", "GET /", whole];
    const attacker = connections<void>(name, {
      count: 600,
      dial: () => connect(port, "127.0.0.1"),
      use: (socket, index) => socket.pause().write(first[index % first.length] ?? ""),
    });
    const seconds = isShort ? 3 : 10;
    const end = attacker.start();
    const counts = await load.send({
      port,
      path,
      flags: ["-rate", "20", "-fresh", "-for", `${seconds}s`, "-timeout", "2s"],
    });
    expect(await end()).toSatisfy(attacker.accepts);
    expect(Object.keys(counts)).toEqual(["200"]);
  });

  it("closes each connection after its response", async () => {
    const socket = connect(await loggedPort(served, name), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.resume().write(whole);
    await once(socket, "end", { signal: AbortSignal.timeout(3_000) });
  });
});

describe("a server that stops", () => {
  it.each([
    ["small", slowBody, smallBodyTimeoutMs],
    ["large", slowLargeBody, requestTimeoutMs],
  ])("keeps the time limit of %s bodies", async (_, first, limitMs) => {
    const [slow] = await attackers.open(served, 20, first);
    attackers.trickle(
      [slow].flatMap((socket) => socket ?? []),
      legalBody,
    );
    await wait(200);
    const started = performance.now();
    served.child.kill("SIGTERM");
    await once(served.child, "exit");
    expect(performance.now() - started).toBeLessThan(limitMs + 4_000);
  });
});
