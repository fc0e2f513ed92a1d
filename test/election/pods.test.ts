import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { createApiServer, type Write } from "./api-server.ts";
import { type Actor, gitOpsAndBackup } from "./casts.ts";
import { judge } from "./judge.ts";
import { castTimeout, writesPerCast } from "./model-writes.ts";
import { coordinatedPodsOf, coordinatedWorkloads, podsOf, workloads } from "./pod-casts.ts";
import { play, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const strict = judge({ ...defaultPolicy, profile: "strict" }, ["deny"]);
const programs: readonly string[] = gitOpsAndBackup.flatMap(({ user }) => (typeof user === "function" ? [] : user.username));

/**
 * Returns the identity in whose name a pod writes: its candidate, or the holder that it stores.
 * Returns undefined for Argo CD and Velero, which store specs of other clients.
 */
function identityOf({ kind, change, user }: Write): string | undefined {
  if (user.extra === undefined || programs.includes(user.username) || change.operation === "DELETE") return undefined;
  return kind === "LeaseCandidate" ? change.object.metadata.name : (change.object.spec.holderIdentity ?? undefined);
}

/** Reports whether a former leader of client-go releases the lease of its successor. */
function isReleaseByAnother({ change, user }: Write, owners: ReadonlyMap<string, string>): boolean {
  if (change.operation !== "UPDATE" || change.object.spec.holderIdentity) return false;
  return owners.get(change.oldObject.spec.holderIdentity ?? "") !== JSON.stringify(user);
}

const contention: readonly SortOfWrite[] = ["create", "renewal", "take-over", "release", "acquisition"];
const coordination: readonly SortOfWrite[] = [...contention, "candidacy", "ping", "wish", "hand-over"];

/** Plays elections until there are enough writes, and all wanted sorts of allowed writes. */
function playAll(actorsOf: (turn: number) => readonly Actor[], wanted: readonly SortOfWrite[]): void {
  let writes = 0;
  let turn = 0;
  const allowed = new Set<SortOfWrite>();
  const property = fc.property(schedules(), (schedule) => {
    const owners = new Map<string, string>();
    const server = createApiServer((write) => {
      writes++;
      const [rule] = strict(write);
      if (rule === undefined) {
        allowed.add(sortOfWrite(write));
        const identity = identityOf(write);
        if (identity) owners.set(identity, JSON.stringify(write.user));
        return true;
      }
      if (rule !== "lease/written-by-its-holder" || !isReleaseByAnother(write, owners))
        throw new Error(`${rule}: ${JSON.stringify(write)}`);
      return false;
    });
    play(actorsOf(turn++), schedule, server);
  });
  const goesOn = () => writes < writesPerCast || (writes < 5 * writesPerCast && !wanted.every((sort) => allowed.has(sort)));
  while (goesOn()) fc.assert(property, { numRuns: 5, endOnFailure: true, skipAllAfterTimeLimit: 15_000 });
  expect([...allowed]).toEqual(expect.arrayContaining([...wanted]));
}

describe("writes of pods whose clocks differ by up to the allowance", () => {
  it.each(Object.entries(workloads))(
    "strict allows, except a release of another pod's lease: %s",
    (_, workload) => playAll((turn) => podsOf(workload, turn), contention),
    castTimeout,
  );

  it.each(Object.entries(coordinatedWorkloads))(
    "strict allows, except a release of another pod's lease, in a coordinated election: %s",
    (_, workload) => playAll(() => coordinatedPodsOf(workload), coordination),
    castTimeout,
  );
});
