import { afterAll, beforeAll, expect, it } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { buildLoad, type Load } from "./load.ts";
import { cpuSeconds, terminate } from "./served.ts";

/**
 * The number of rounds. Each round measures the server at its capacity and with overload, so that
 * other processes affect both measurements.
 */
const rounds = isShort ? 2 : 5;
const seconds = 6;

/**
 * The minimum share of the capacity that must remain during overload. The share is lower in a short
 * test, because chance then has a larger effect. Both shares allow for the handshakes of all
 * clients.
 */
const goodput = isShort ? 0.4 : 0.8;

/** The rate with which each worker sends a request as soon as it has the previous response. */
const asFastAsAnswered = 0;

/**
 * The number of clients, which is the default limit of an API server for concurrent requests. At
 * any time, each request waits for at most one response of lease-guard. Each client keeps its
 * connection. Otherwise, handshakes would take most of the CPU time of a fast server.
 */
const clients = 600;

/**
 * Matches the outcomes of requests without a decision. The server rejected the request or closed
 * the connection, or the time limit passed before or after the request was sent. A closed
 * connection has several error messages.
 */
const failures =
  /^(429|not sent|(unexpected )?EOF|connection reset by peer|broken pipe|http: server closed idle connection|context deadline exceeded .*)$/;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/** The number of reviews with a decision, and the CPU time of the server in seconds. */
interface Outcome {
  readonly judged: number;
  readonly cpu: number;
}

/**
 * Returns the number of reviews per second of the server's CPU time. The number per elapsed second
 * would also depend on the CPU time that the load generator uses.
 */
function perCpuSecond(outcomes: readonly Outcome[]): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(outcomes.map(({ judged }) => judged)) / sum(outcomes.map(({ cpu }) => cpu));
}

it("with five times as many reviews as its capacity, the server spends most of it on reviews that it validates", async () => {
  const served = await serveCli([], asImage());
  const send = async (rate: number, workers: number): Promise<Outcome> => {
    const before = cpuSeconds(served);
    const flags = [
      "-rate",
      String(rate),
      "-workers",
      String(workers),
      "-idle",
      String(workers),
      "-for",
      `${seconds}s`,
      "-timeout",
      "2s",
    ];
    const counts = await load.send({ ...served, review: legalBody, flags });
    expect(Object.keys(counts).filter((outcome) => outcome !== "200" && !failures.test(outcome))).toEqual([]);
    return { judged: counts["200"] ?? 0, cpu: cpuSeconds(served) - before };
  };
  const capacity: Outcome[] = [];
  const overload: Outcome[] = [];
  // The warm-up gives V8 time to compile the frequently used functions.
  await send(asFastAsAnswered, 16);
  for (let round = 0; round < rounds; round++) {
    const most = await send(asFastAsAnswered, 16);
    capacity.push(most);
    overload.push(await send(Math.ceil((5 * most.judged) / seconds), clients));
  }
  // After the overload, the server must respond to every review.
  const after = await load.send({
    ...served,
    review: legalBody,
    flags: ["-rate", "100", "-for", "2s", "-timeout", "2s"],
  });
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  expect(Object.keys(after)).toEqual(["200"]);
  expect(perCpuSecond(overload) / perCpuSecond(capacity)).toBeGreaterThan(goodput);
});
