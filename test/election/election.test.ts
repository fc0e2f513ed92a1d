import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { isLong } from "../harness/sample.ts";
import { createApiServer, type Write } from "./api-server.ts";
import { isEarlyCollection } from "./bystanders.ts";
import { type Election, elections } from "./elections.ts";
import { electionTimeout, modelWrites, writesPerElection } from "./model-writes.ts";
import { reportedRules } from "./reported-rules.ts";
import { runSchedule, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const strict = reportedRules({ ...defaultPolicy, profile: "strict" }, ["deny"]);

/**
 * Reports whether client-go takes over from another holder as if it renewed its own Lease term.
 * This happens if a person deletes a Lease, another person removes its new holder, and the old
 * holder acquires the Lease again, all within the same second of `renewTime`. The new holder then
 * regards the Lease as unchanged, because it compares times by the second, and two processes lead.
 */
function overwritesUnnoticedHolder({ change }: Write): boolean {
  if (change.operation !== "UPDATE") return false;
  const [old, spec] = [change.oldObject.spec, change.object.spec];
  return old.acquireTime === spec.acquireTime && old.leaseTransitions === spec.leaseTransitions;
}

/**
 * Runs schedules until there are enough writes. If a required sort of writes is then missing, runs
 * up to a hundred times as many writes, and fails if the sort is still missing. If `find` reports a
 * write, fast-check prints the seed of the schedule. The error contains the last writes.
 */
function runSchedules(
  { participants, writes: wanted }: Election,
  find: typeof strict,
  { writes, skewMs }: { writes: number; skewMs?: number },
): number {
  const sorts = new Set<SortOfWrite>();
  let count = 0;
  const property = fc.property(schedules(skewMs), (schedule) => {
    const history: Write[] = [];
    const server = createApiServer((write) => {
      count++;
      const [fault] = find(write);
      history.push(write);
      if (fault !== undefined && isEarlyCollection(write, fault)) return false;
      sorts.add(sortOfWrite(write));
      if (fault === "lease/holder-kept-until-expiry" && overwritesUnnoticedHolder(write)) return false;
      if (fault !== undefined)
        throw new Error(`${fault} on the last of ${JSON.stringify(history.slice(-4), undefined, 1)}`);
      return true;
    });
    runSchedule(participants, schedule, server);
  });
  const goesOn = () => count < writes || (count < 100 * writes && !wanted.every((sort) => sorts.has(sort)));
  while (goesOn()) fc.assert(property, { numRuns: 10, endOnFailure: true, skipAllAfterTimeLimit: 15_000 });
  expect([...sorts]).toEqual(expect.arrayContaining([...wanted]));
  return count;
}

describe("writes of leader-election clients whose clocks differ by up to the allowance", () => {
  let total = 0;

  it.each(Object.entries(elections))(
    "strict allows %s",
    (_, election) => {
      total += runSchedules(election, strict, { writes: writesPerElection });
    },
    electionTimeout,
  );

  it("validates the configured number of writes, without those of pods", () => {
    expect(total).toBeGreaterThanOrEqual(writesPerElection * Object.keys(elections).length);
    expect(modelWrites).toBeGreaterThan(isLong ? 90_000 : 15_000);
  });
});

/**
 * The elections in which the default profile warns about writes. In these elections, people end
 * lease terms, GitOps tools delete held Leases, or libraries do not count transitions.
 */
const warned = [
  "client-go, an administrator, and one who repairs",
  "client-go with Recovery, without Recovery, and one who repairs",
  "client-go and the garbage collector",
  "client-go, Argo CD, and Velero",
  "all libraries",
];

const ofKubernetes = [
  "client-go",
  "coordinated election",
  "coordinated election whose candidates drop the ping that they answer",
  "heartbeats",
];

describe("writes of leader-election clients with equal clocks", () => {
  const anything = reportedRules(defaultPolicy, ["deny", "warn"]);

  it.each(Object.entries(elections).filter(([title]) => !warned.includes(title)))(
    "is not warned of: %s",
    (title, election) => {
      runSchedules(election, anything, { writes: ofKubernetes.includes(title) && isLong ? 5_000 : 1_000, skewMs: 0 });
    },
  );
});
