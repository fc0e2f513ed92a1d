import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { createApiServer, type Write } from "./api-server.ts";
import { isEarlyCollection } from "./bystanders.ts";
import { gitOpsAndBackup, type Participant } from "./elections.ts";
import { electionTimeout, writesPerElection } from "./model-writes.ts";
import { coordinatedPodsOf, coordinatedWorkloads, podsOf, workloads } from "./pod-participants.ts";
import { reportedRules } from "./reported-rules.ts";
import { runSchedule, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const strict = reportedRules({ ...defaultPolicy, profile: "strict" }, ["deny"]);
const programs: readonly string[] = gitOpsAndBackup.flatMap(({ user }) =>
  typeof user === "function" ? [] : user.username,
);

/**
 * Returns the identity that a pod uses for itself in a write: the name of its LeaseCandidate, or
 * the holder in the new spec. Returns undefined for deletions, for users without a pod, and for
 * Argo CD and Velero, which write specs of other clients.
 */
function identityOf({ kind, change, user }: Write): string | undefined {
  if (user.extra === undefined || programs.includes(user.username) || change.operation === "DELETE") return undefined;
  return kind === "LeaseCandidate" ? change.object.metadata.name : (change.object.spec.holderIdentity ?? undefined);
}

/**
 * Reports whether a write removes the holder of a Lease or deletes the Lease, and another user than
 * this holder sends it. A former leader with client-go can release the Lease of its successor in
 * this way, and Argo CD deletes the Lease of a leader that still works.
 */
function endsTermOfAnother({ change, user }: Write, owners: ReadonlyMap<string, string>): boolean {
  if (change.operation === "CREATE" || (change.operation === "UPDATE" && change.object.spec.holderIdentity))
    return false;
  return owners.get(change.oldObject.spec.holderIdentity ?? "") !== JSON.stringify(user);
}

const contention: readonly SortOfWrite[] = ["create", "renewal", "take-over", "release", "acquisition"];
const coordination: readonly SortOfWrite[] = [...contention, "candidacy", "ping", "preference", "hand-over"];

/**
 * Runs schedules until there are enough writes. If lease-guard has then not yet allowed all
 * required sorts of writes, runs up to a hundred times as many writes. Fails if lease-guard has not
 * allowed all required sorts after these writes.
 */
function runSchedules(participantsOf: (turn: number) => readonly Participant[], wanted: readonly SortOfWrite[]): void {
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
      if (isEarlyCollection(write, rule)) return false;
      if (rule !== "lease/written-by-its-holder" || !endsTermOfAnother(write, owners))
        throw new Error(`${rule}: ${JSON.stringify(write)}`);
      return false;
    });
    runSchedule(participantsOf(turn++), schedule, server);
  });
  const goesOn = () =>
    writes < writesPerElection || (writes < 100 * writesPerElection && !wanted.every((sort) => allowed.has(sort)));
  while (goesOn()) fc.assert(property, { numRuns: 5, endOnFailure: true, skipAllAfterTimeLimit: 15_000 });
  expect([...allowed]).toEqual(expect.arrayContaining([...wanted]));
}

describe("writes of pods whose clocks differ by up to the allowance", () => {
  it.each(Object.entries(workloads))(
    "strict allows, except a release or deletion of another pod's lease: %s",
    (_, workload) => runSchedules((turn) => podsOf(workload, turn), contention),
    electionTimeout,
  );

  it.each(Object.entries(coordinatedWorkloads))(
    "strict allows, except a release or deletion of another pod's lease, in a coordinated election: %s",
    (_, workload) => runSchedules(() => coordinatedPodsOf(workload), coordination),
    electionTimeout,
  );
});
