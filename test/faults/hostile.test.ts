import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Served, serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { judgedShapes, legalShapes, openLists, refusedShapes } from "./hostile-shapes.ts";
import { buildLoad, type Load } from "./load.ts";
import { anonymousMebibytes, terminate } from "./served.ts";
import { isShort } from "./short.ts";

/**
 * The maximum 99th percentile for small reviews in milliseconds. The limit holds on a busy machine
 * with two cores. On an idle machine, the value is less than 100 ms. The test prints the value.
 */
const maxSmallP99Ms = 3_000;

/**
 * The maximum memory of the server in MiB, without file-backed memory. The manifest limits the
 * memory of the container to 256 MiB.
 */
const maxAnonymousMebibytes = 200;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

type Counts = Readonly<Record<string, number>>;

/**
 * The numbers of responses by status, the latency of small reviews, and the highest memory of the
 * server.
 */
interface Outcome {
  readonly large: Counts;
  readonly small: Counts;
  readonly smallP99Ms: number;
  readonly peakMebibytes: number;
}

/**
 * Sends `atOnce` large reviews concurrently. At the same time, sends 200 small reviews per second
 * for `seconds` seconds.
 */
async function attack(served: Served, review: string, atOnce: number, seconds: number): Promise<Outcome> {
  let peak = 0;
  const memory = setInterval(() => {
    peak = Math.max(peak, anonymousMebibytes(served));
  }, 10);
  const rate = ["-rate", "200", "-workers", "64", "-for", `${seconds}s`, "-timeout", "10s"];
  const [large, small] = await Promise.all([
    load.send({ ...served, review, flags: ["-workers", String(atOnce), "-timeout", "60s"] }),
    load.measure({ ...served, review: legalBody, flags: rate }),
  ]);
  clearInterval(memory);
  return { large, small: small.counts, smallP99Ms: small.p99Ms, peakMebibytes: peak };
}

function print(name: string, { large, smallP99Ms, peakMebibytes }: Outcome): void {
  const figures = `p99 of small reviews ${smallP99Ms.toFixed(0)} ms, at most ${peakMebibytes.toFixed(0)} MiB of anonymous memory`;
  process.stdout.write(`${name}: ${JSON.stringify(large)}, ${figures}\n`);
}

function harmsOf({ small, smallP99Ms, peakMebibytes }: Outcome): readonly string[] {
  return [
    ...Object.entries(small).flatMap(([status, count]) => (status === "200" ? [] : [`${count} small reviews: ${status}`])),
    ...(smallP99Ms < maxSmallP99Ms ? [] : [`small reviews took ${smallP99Ms} ms`]),
    ...(peakMebibytes < maxAnonymousMebibytes ? [] : [`${peakMebibytes} MiB of memory`]),
  ];
}

async function serve(): Promise<Served> {
  const served = await serveCli([], asImage);
  onTestFinished(() => void served.child.kill("SIGKILL"));
  // The warm-up gives V8 time to compile the code for small reviews.
  await load.send({ ...served, review: legalBody, flags: ["-rate", "200", "-for", "2s"] });
  return served;
}

describe("hostile reviews, beside 200 small reviews a second", () => {
  const kinds = [
    { atOnce: 2, shapes: refusedShapes, outcomes: ["400"] },
    // A 500 means that the worker thread ended. 449,000 keys can exceed the heap of the thread, but
    // no API server sends so many keys.
    { atOnce: 2, shapes: judgedShapes, outcomes: ["200", "500", "504"] },
    { atOnce: 1, shapes: legalShapes, outcomes: ["200"] },
  ];

  it("neither end the server, nor fill its memory, nor fail a small review", { timeout: 300_000 }, async () => {
    const served = await serve();
    const harms: Record<string, readonly string[]> = {};
    for (const { atOnce, shapes, outcomes } of kinds)
      for (const [name, make] of Object.entries(shapes)) {
        const outcome = await attack(served, make(), atOnce, isShort ? 2 : 10);
        print(name, outcome);
        harms[name] = [...Object.keys(outcome.large).filter((status) => !outcomes.includes(status)), ...harmsOf(outcome)];
      }
    expect(harms).toEqual(Object.fromEntries(Object.keys(harms).map((name) => [name, []])));
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  });
});

/**
 * The maximum number of 256 clients whose connection the server closes before they read the
 * response. The server must free the memory of their connections for other clients.
 */
const maxUnanswered = 51;

describe("256 large reviews at once", () => {
  const shapes = { ...legalShapes, ...(!isShort && { ...judgedShapes, openLists }) };

  it("leave the server its memory, and small reviews their answers", { timeout: 600_000 }, async () => {
    const served = await serve();
    const harms: Record<string, readonly string[]> = {};
    for (const [name, make] of Object.entries(shapes)) {
      const outcome = await attack(served, make(), 256, isShort ? 6 : 12);
      print(`256 times ${name}`, outcome);
      // 256 TLS handshakes need several seconds of CPU time, so small reviews can be late. Nearly
      // every client must get a response, even if the server has not read the body of the request.
      const unanswered = Object.entries(outcome.large).filter(([status]) => !/^\d{3}$/.test(status));
      const count = unanswered.reduce((sum, [, each]) => sum + each, 0);
      harms[name] = [
        ...(count <= maxUnanswered ? [] : unanswered.map(([status, each]) => `${each} large reviews: ${status}`)),
        ...Object.keys(outcome.large).filter((status) => isShort && status === "500"),
        ...harmsOf({ ...outcome, smallP99Ms: 0 }),
      ];
    }
    expect(harms).toEqual(Object.fromEntries(Object.keys(harms).map((name) => [name, []])));
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  });
});
