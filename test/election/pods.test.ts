import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { rowOf } from "../harness/reviews.ts";
import { createApiServer, type Write } from "./api-server.ts";
import type { Actor } from "./casts.ts";
import { coordinatedPodsOf, podsOf, workloads } from "./pod-casts.ts";
import { play, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const served = { Lease: rowOf("v1", "Lease"), LeaseCandidate: rowOf("v1beta1", "LeaseCandidate") };
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

/** The rule that denies a write, or that throws. */
function deniedBy({ kind, change, user, now }: Write): string | undefined {
  const context = { now: new Date(now), user, dryRun: false };
  const { findings, crashes } = strict({ served: served[kind], change, context });
  return findings.find(({ mode }) => mode === "deny")?.origin ?? crashes[0]?.origin;
}

/** The identity in whose name a pod writes: its candidate, or the holder that it stores. */
function identityOf({ kind, change, user }: Write): string | undefined {
  if (user.extra === undefined || change.operation === "DELETE") return undefined;
  return kind === "LeaseCandidate" ? change.object.metadata.name : (change.object.spec.holderIdentity ?? undefined);
}

/** A deposed leader of client-go releases the lease of its successor. */
function isReleaseByAnother({ change, user }: Write, owners: ReadonlyMap<string, string>): boolean {
  if (change.operation !== "UPDATE" || change.object.spec.holderIdentity) return false;
  return owners.get(change.oldObject.spec.holderIdentity ?? "") !== JSON.stringify(user);
}

const contention: readonly SortOfWrite[] = ["create", "renewal", "take-over", "release", "acquisition"];
const coordination: readonly SortOfWrite[] = [...contention, "candidacy", "ping", "wish", "hand-over"];

/** Plays elections until there are 5,000 writes, and all sorts of them; returns the sorts of those that were allowed. */
function allowedIn(actors: readonly Actor[], wanted: readonly SortOfWrite[]): ReadonlySet<SortOfWrite> {
  let writes = 0;
  const allowed = new Set<SortOfWrite>();
  const property = fc.property(schedules(), (schedule) => {
    const owners = new Map<string, string>();
    const server = createApiServer((write) => {
      writes++;
      const rule = deniedBy(write);
      if (rule === undefined) {
        allowed.add(sortOfWrite(write));
        const identity = identityOf(write);
        if (identity) owners.set(identity, JSON.stringify(write.user));
        return;
      }
      if (rule !== "lease/written-by-its-holder" || !isReleaseByAnother(write, owners))
        throw new Error(`${rule}: ${JSON.stringify(write)}`);
    });
    play(actors, schedule, server);
  });
  const goesOn = () => writes < 5_000 || (writes < 25_000 && !wanted.every((sort) => allowed.has(sort)));
  while (goesOn()) fc.assert(property, { numRuns: 5, skipAllAfterTimeLimit: 15_000 });
  return allowed;
}

describe("what pods write when clocks are off by up to the allowance", () => {
  it.each(Object.entries(workloads))("strict allows, except a release of another pod's lease: %s", (_, workload) => {
    expect([...allowedIn(podsOf(workload), contention)]).toEqual(expect.arrayContaining([...contention]));
  });

  // The name of a candidate has no slash.
  const candidates = Object.entries(workloads).filter(([, workload]) => !workload(1, 0).identity.includes("/"));
  it.each(candidates)("strict allows, except a release of another pod's lease, in a coordinated election: %s", (_, workload) => {
    expect([...allowedIn(coordinatedPodsOf(workload), coordination)]).toEqual(expect.arrayContaining([...coordination]));
  });
});
