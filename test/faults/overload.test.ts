import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { maxConnections } from "../../src/server/limits.ts";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { buildLoad, type Load } from "./load.ts";
import { terminate } from "./served.ts";
import { isShort } from "./short.ts";

/** Of capacity and overload by turns: what else the machine does then weighs on both. */
const rounds = isShort ? 2 : 5;
const seconds = isShort ? 4 : 20;

/** What must be left of the capacity. In short a handshake for each connection weighs more, and so does chance. */
const goodput = isShort ? 0.5 : 0.8;

/** More than there are connections for. */
const clients: number = 2 * maxConnections;

/** Of a connection beyond those: cut before its handshake, in the words of whoever notices. */
const cut = /^(EOF|connection reset by peer|broken pipe)$/;

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

it("five times as many reviews as there is capacity for leave most of it to those that are judged", async () => {
  const served = await serveCli();
  /** By the second of the server's CPU, for the client wants its share of the machine, too. */
  const send = async (rate: number, workers: number) => {
    const before = cpuSeconds(served.child.pid);
    const flags = ["-rate", String(rate), "-workers", String(workers), "-for", `${seconds}s`];
    const counts = await load.send({ ...served, review: legalBody, flags });
    return { counts, judged: counts["200"] ?? 0, cpu: cpuSeconds(served.child.pid) - before };
  };
  const sum = { capacity: { judged: 0, cpu: 0 }, overload: { judged: 0, cpu: 0 } };
  for (let round = 0; round < rounds; round++) {
    // As many as 16 connections can take.
    const capacity = await send(100_000, 16);
    expect(Object.keys(capacity.counts)).toEqual(["200"]);
    const overload = await send(Math.ceil((5 * capacity.judged) / seconds), clients);
    expect(Object.keys(overload.counts).filter((outcome) => outcome !== "200" && outcome !== "429" && !cut.test(outcome))).toEqual([]);
    for (const [each, { judged, cpu }] of [
      [sum.capacity, capacity],
      [sum.overload, overload],
    ] as const) {
      each.judged += judged;
      each.cpu += cpu;
    }
  }
  // And once it is over all is as before.
  const after = await load.send({ ...served, review: legalBody, flags: ["-rate", "100", "-for", "2s", "-timeout", "1s"] });
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  expect(Object.keys(after)).toEqual(["200"]);
  const { capacity, overload } = sum;
  expect(overload.judged / overload.cpu / (capacity.judged / capacity.cpu)).toBeGreaterThan(goodput);
});
