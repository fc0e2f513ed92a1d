import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Manner, type Served, serveCli } from "../harness/cli.ts";
import { portOf } from "../harness/port-of.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { noisyReview } from "./hostile-attackers.ts";
import { buildLoad, type Load } from "./load.ts";
import { samplesOf } from "./served.ts";

const rate = isShort ? 500 : 2000;
const seconds = isShort ? 4 : 20;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/**
 * Returns a port that is free at this moment. The test must choose the port, because a server that
 * cannot log cannot report its port.
 */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

const full = openSync("/dev/full", "w");
afterAll(() => closeSync(full));

describe("a log that cannot be written to", () => {
  it.each<readonly [string, Manner, (served: Served) => void]>([
    ["a full device", { stdout: full }, () => {}],
    ["a pipe whose reader has gone", {}, ({ child }) => child.stdout?.destroy()],
    ["a pipe whose reader does not read", {}, ({ child }) => child.stdout?.removeAllListeners("data").pause()],
  ])("%s fails no review, and every missing line is counted", async (_name, manner, spoil) => {
    const metricsPort = await freePort();
    const served = await serveCli(["--metrics-bind-address", `127.0.0.1:${metricsPort}`], asImage(manner));
    spoil(served);
    // The lines of two connections exceed the limits of the log sooner than those of many.
    const counts = await load.send({
      ...served,
      review: noisyReview,
      flags: ["-workers", "2", "-rate", String(rate), "-for", `${seconds}s`],
    });
    const samples = await samplesOf(metricsPort);
    const lost =
      (samples.get("log_lines_lost_total") ?? 0) + (samples.get('log_lines_omitted_total{reason="connection"}') ?? 0);
    const exit = once(served.child, "exit");
    served.child.kill("SIGTERM");
    const late = setTimeout(() => served.child.kill("SIGKILL"), 5_000);
    expect(await exit).toEqual([0, null]);
    clearTimeout(late);
    served.child.stdout?.resume();
    expect(Object.keys(counts)).toEqual(["200"]);
    expect(counts["200"]).toBeGreaterThan(rate);
    expect(lost).toBeGreaterThan(rate / 10);
    // The missing lines are lines of decisions, and at most two other lines for each second.
    expect(lost).toBeLessThanOrEqual((counts["200"] ?? 0) + 2 * seconds);
    expect(served.stderr()).not.toMatch(/^\s+at /m);
  });
});
