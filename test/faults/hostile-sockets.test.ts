import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { requestTimeoutMs, smallBodyTimeoutMs } from "../../src/server/limits.ts";
import { type Served, serveCli } from "../harness/cli.ts";
import { legalBody, message, post } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { type Attackers, createAttackers } from "./attackers.ts";
import { expensiveReview, slowBody } from "./hostile-attackers.ts";
import { maxAnonymousBytes, peakOf, portOf, samplesOf, terminate } from "./served.ts";

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
  message("POST /validate HTTP/1.1", ["Host: guard", "Content-Type: application/json", "Content-Length: 1000000"]) + " ".repeat(500_000);

it("a server ends the requests of 200 connections whose clients read no response and never close", { timeout: 120_000 }, async () => {
  const metrics = await portOf(served, "metrics");
  for (const socket of await attackers.open(served, 200)) socket.pause().write(post([], expensiveReview).repeat(200));
  const inFlight = async () => (await samplesOf(metrics)).get("admission_requests_in_flight");
  const peak = peakOf(served);
  onTestFinished(() => peak.end());
  await vi.waitUntil(async () => ((await inFlight()) ?? 0) > 0, { timeout: 10_000, interval: 50 });
  await vi.waitUntil(async () => (await inFlight()) === 0, { timeout: 30_000, interval: 500 });
  expect(peak.bytes()).toBeLessThan(maxAnonymousBytes);
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
