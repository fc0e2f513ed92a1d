import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { rowOf } from "../harness/reviews.ts";
import { createApiServer, type Write } from "./api-server.ts";
import { podsOf, workloads } from "./pod-casts.ts";
import { play, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const served = rowOf("v1", "Lease");
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

/** Returns the rule that denies a write or that throws, if any. */
function deniedBy({ change, user, now }: Write): string | undefined {
  const { findings, crashes } = strict({ served, change, context: { now: new Date(now), user, dryRun: false } });
  return findings.find(({ mode }) => mode === "deny")?.origin ?? crashes[0]?.origin;
}

/** Reports whether a former leader of client-go releases the lease of its successor. */
function isReleaseByAnother({ change, user }: Write, holders: ReadonlyMap<string, string>): boolean {
  if (change.operation !== "UPDATE" || change.object.spec.holderIdentity) return false;
  return holders.get(change.oldObject.spec.holderIdentity ?? "") !== JSON.stringify(user);
}

const contention: readonly SortOfWrite[] = ["create", "renewal", "take-over", "release", "acquisition"];

/** Plays elections until there are enough writes, and returns the sorts of the allowed ones. */
function allowedIn(workload: (typeof workloads)[string], wanted: number): ReadonlySet<SortOfWrite> {
  let writes = 0;
  const allowed = new Set<SortOfWrite>();
  const property = fc.property(schedules(), (schedule) => {
    const holders = new Map<string, string>();
    const server = createApiServer((write) => {
      writes++;
      const rule = deniedBy(write);
      const { holderIdentity } = write.change.operation === "DELETE" ? {} : write.change.object.spec;
      if (rule === undefined) {
        allowed.add(sortOfWrite(write));
        if (holderIdentity) holders.set(holderIdentity, JSON.stringify(write.user));
        return;
      }
      if (rule !== "lease/written-by-its-holder" || !isReleaseByAnother(write, holders))
        throw new Error(`${rule}: ${JSON.stringify(write)}`);
    });
    play(podsOf(workload), schedule, server);
  });
  while (writes < wanted) fc.assert(property, { numRuns: 5, skipAllAfterTimeLimit: 15_000 });
  return allowed;
}

describe("writes of pods whose clocks differ by up to the allowance", () => {
  it.each(Object.entries(workloads))("strict allows, except a release of another pod's lease: %s", (_, workload) => {
    expect([...allowedIn(workload, 5_000)]).toEqual(expect.arrayContaining([...contention]));
  });
});
