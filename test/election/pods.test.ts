import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { createApiServer, type Write } from "./api-server.ts";
import { judge } from "./judge.ts";
import { castTimeout, writesPerCast } from "./model-writes.ts";
import { podsOf, workloads } from "./pod-casts.ts";
import { play, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const strict = judge({ ...defaultPolicy, profile: "strict" }, ["deny"]);

/** A deposed leader of client-go releases the lease of its successor. */
function isReleaseByAnother({ change, user }: Write, holders: ReadonlyMap<string, string>): boolean {
  if (change.operation !== "UPDATE" || change.object.spec.holderIdentity) return false;
  return holders.get(change.oldObject.spec.holderIdentity ?? "") !== JSON.stringify(user);
}

const contention: readonly SortOfWrite[] = ["create", "renewal", "take-over", "release", "acquisition"];

/** Plays elections until there are so many writes; returns the sorts of those that were allowed. */
function allowedIn(workload: (typeof workloads)[string], wanted: number): ReadonlySet<SortOfWrite> {
  let writes = 0;
  let turn = 0;
  const allowed = new Set<SortOfWrite>();
  const property = fc.property(schedules(), (schedule) => {
    const holders = new Map<string, string>();
    const server = createApiServer((write) => {
      writes++;
      const [rule] = strict(write);
      const { holderIdentity } = write.change.operation === "DELETE" ? {} : write.change.object.spec;
      if (rule === undefined) {
        allowed.add(sortOfWrite(write));
        // A restored Lease was held before by the pod that it names.
        if (holderIdentity && !holders.has(holderIdentity)) holders.set(holderIdentity, JSON.stringify(write.user));
        return true;
      }
      if (rule !== "lease/written-by-its-holder" || !isReleaseByAnother(write, holders))
        throw new Error(`${rule}: ${JSON.stringify(write)}`);
      return false;
    });
    play(podsOf(workload, turn++), schedule, server);
  });
  while (writes < wanted) fc.assert(property, { numRuns: 5, endOnFailure: true, skipAllAfterTimeLimit: 15_000 });
  return allowed;
}

describe("what pods write when clocks are off by up to the allowance", () => {
  it.each(Object.entries(workloads))(
    "strict allows, except a release of another pod's lease: %s",
    (_, workload) => {
      expect([...allowedIn(workload, writesPerCast)]).toEqual(expect.arrayContaining([...contention]));
    },
    castTimeout,
  );
});
