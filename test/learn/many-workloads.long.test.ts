import { describe, expect, it } from "vitest";
import { createOf, updateOf } from "../../src/engine/validate/submission.ts";
import { mergePolicy } from "../../src/learn/merge-policy.ts";
import { parseEarlierPolicy } from "../../src/learn/parse-earlier-policy.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { type ObservedWrite, observe } from "../../src/recording/observed-write.ts";
import { byPod } from "../harness/by-pod.ts";
import { rowOf } from "../harness/reviews.ts";
import { learnFrom } from "./learned-from.ts";

interface Workload {
  readonly namespace: string;
  readonly name: string;
  readonly account: string;
}

/** The forms of many workloads, by the entry of the policy that they share. */
const shapes: Readonly<Record<string, (id: string) => Workload>> = {
  "no entry, each in its own namespace": (id) => ({
    namespace: `team${id}x`,
    name: `ctl${id}x`,
    account: `team${id}x:sa${id}`,
  }),
  "no entry, in one namespace": (id) => ({ namespace: "team-a", name: `ctl${id}x`, account: `team-a:sa${id}` }),
  "an entry with many users": (id) => ({
    namespace: "team-a",
    name: `pvc-00000000-0000-4000-8000-${id.padStart(12, "0")}`,
    account: `team-a:sa${id}`,
  }),
  "an entry with many namespaces": (id) => ({ namespace: `${id}x`, name: "controller", account: "team-a:operator" }),
  "an entry with many holders": (id) => ({ namespace: "team-a", name: `op-${id}x`, account: "team-a:operator" }),
};

const served = rowOf("v1", "Lease");
const begin = Date.parse("2026-07-01T08:00:00Z");
const writesEach = 10;

/** Returns the writes of workloads that each create a Lease and renew it. */
function writesOf(workloads: number, shape: (id: string) => Workload): readonly ObservedWrite[] {
  return Array.from({ length: workloads * writesEach }, (_, index) => {
    const [round, id] = [Math.floor(index / workloads), (index % workloads).toString(36)];
    const { namespace, name, account } = shape(id);
    const holderIdentity = `ctl${id}x-7d9f6c8b5d-x2vzk`;
    const at = (turn: number): object => {
      const time = new Date(begin + turn * 5_000).toISOString().replace("Z", "000Z");
      const spec = {
        holderIdentity,
        leaseDurationSeconds: 15,
        acquireTime: "2026-07-01T08:00:00.000000Z",
        renewTime: time,
      };
      return { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { namespace, name }, spec };
    };
    const change = round === 0 ? createOf(at(0)) : updateOf(at(round), at(round - 1));
    const context = {
      now: new Date(begin + round * 5_000),
      user: byPod(holderIdentity, "node-1", account),
      dryRun: false,
    };
    return observe({ served, change, context });
  });
}

/** Returns the processor time of some work in milliseconds. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const [few, factor] = [300, 8];

/**
 * The maximum factor of the processor time for `factor` times as many workloads. A comparison of
 * each pair of workloads takes `factor` times as long for each workload.
 */
const maxFactor = 1.5 * factor;

/**
 * Returns the factor of the processor time. The first run compiles the code, and does not count.
 */
async function factorOf(work: (workloads: number) => Promise<unknown>): Promise<number> {
  await work(few);
  const [ofFew, ofMany] = [await processorMs(() => work(few)), await processorMs(() => work(few * factor))];
  process.stdout.write(`${ofFew.toFixed(0)} ms, with ${factor} times as many workloads ${ofMany.toFixed(0)} ms\n`);
  return ofMany / ofFew;
}

const matchesIn = (policy: string): readonly string[] => policy.match(/^ *- match: .*/gm) ?? [];

describe("the processor time grows only in proportion to the number of workloads", { timeout: 300_000 }, () => {
  it.each(Object.entries(shapes))("that share %s", async (_, shape) => {
    const writes = new Map([few, few * factor].map((count) => [count, writesOf(count, shape)]));
    const learnAll = async (count: number) => policyText((await learnFrom(writes.get(count) ?? [])).policy);
    expect(await factorOf(learnAll)).toBeLessThan(maxFactor);
  });

  it("of a merge with a policy that has an entry for every second workload", async () => {
    const shape = Object.values(shapes)[0];
    if (shape === undefined) throw new Error("must have a shape");
    const learned = async (count: number) => {
      const all = writesOf(count, shape);
      const half = new Set(all.slice(0, count).flatMap(({ name }, index) => (index % 2 === 0 ? [name] : [])));
      const earlier = policyText((await learnFrom(all.filter(({ name }) => half.has(name)))).policy);
      return { earlier, policy: (await learnFrom(all)).policy };
    };
    const policies = new Map([
      [few, await learned(few)],
      [few * factor, await learned(few * factor)],
    ]);
    const merge = (count: number) => {
      const { earlier = "", policy } = policies.get(count) ?? {};
      const document = parseEarlierPolicy(earlier);
      if (!document.ok || policy === undefined) throw new Error("must be a policy");
      expect(matchesIn(mergePolicy(document.value, policy).text)).toEqual(matchesIn(policyText(policy)));
      return Promise.resolve();
    };
    expect(await factorOf(merge)).toBeLessThan(maxFactor);
  });
});
