import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { buildLoad, type Load } from "./load.ts";
import { terminate } from "./served.ts";
import { isShort } from "./short.ts";

/** Of capacity and overload by turns: what else the machine does then weighs on both. */
const rounds = isShort ? 2 : 5;
const seconds = isShort ? 3 : 6;

/** What must be left of the capacity. In short a handshake for each connection weighs more, and so does chance. */
const goodput = isShort ? 0.4 : 0.8;

/** A rate that no server reaches. */
const asFastAsAnswered = 100_000;

/** Requests that an API server takes at once, and has one of ours for each of. */
const clients = 600;

/** What may become of others than are judged: refused; cut before the handshake, in the words of whoever notices; or given up. */
const failures = /^(429|(unexpected )?EOF|connection reset by peer|broken pipe|context deadline exceeded .*)$/;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/** Seconds of a CPU that a process has taken. */
function cpuSeconds(pid: number | undefined): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

/** How many reviews were judged, and the seconds of a CPU that the server took. */
interface Outcome {
  readonly judged: number;
  readonly cpu: number;
}

/** Of the server's CPU, for the client wants its share of the machine, too. */
function perCpuSecond(outcomes: readonly Outcome[]): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(outcomes.map(({ judged }) => judged)) / sum(outcomes.map(({ cpu }) => cpu));
}

it("with five times as many reviews as its capacity, the server spends most of it on reviews that it validates", async () => {
  const served = await serveCli();
  const send = async (rate: number, workers: number): Promise<Outcome> => {
    const before = cpuSeconds(served.child.pid);
    const flags = ["-rate", String(rate), "-workers", String(workers), "-for", `${seconds}s`, "-timeout", "2s"];
    const counts = await load.send({ ...served, review: legalBody, flags });
    expect(Object.keys(counts).filter((outcome) => outcome !== "200" && !failures.test(outcome))).toEqual([]);
    return { judged: counts["200"] ?? 0, cpu: cpuSeconds(served.child.pid) - before };
  };
  const capacity: Outcome[] = [];
  const overload: Outcome[] = [];
  // Until V8 has compiled what matters.
  await send(asFastAsAnswered, 16);
  for (let round = 0; round < rounds; round++) {
    const most = await send(asFastAsAnswered, 16);
    capacity.push(most);
    overload.push(await send(Math.ceil((5 * most.judged) / seconds), clients));
  }
  // And once it is over all is as before.
  const after = await load.send({ ...served, review: legalBody, flags: ["-rate", "100", "-for", "2s", "-timeout", "2s"] });
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  expect(Object.keys(after)).toEqual(["200"]);
  expect(perCpuSecond(overload) / perCpuSecond(capacity)).toBeGreaterThan(goodput);
});
