import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { denials, type Verdict } from "../../src/engine/validate/verdict.ts";
import { sample } from "../harness/sample.ts";
import { requireServedVersion } from "../harness/served-version.ts";
import { type ApiServer, createApiServer, type Write } from "./api-server.ts";
import { coordinatedElections } from "./coordinated-elections.ts";
import type { Participant } from "./elections.ts";
import { relationAttacks } from "./relation-attacks.ts";
import { runSchedule, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";
import { relationRules, strictVerdict } from "./strict-verdict.ts";

/** Returns the decision of the strict profile on a write before the server stores the write. */
function verdictOf({ change, user, now }: Write, server: ApiServer): Verdict {
  const served = requireServedVersion(change.operation === "DELETE" ? change.oldObject : change.object);
  return strictVerdict({ served, change, context: { now: new Date(now), user, dryRun: false } }, server.objects());
}

const seeds = [1, 2, 3];
const wanted: readonly SortOfWrite[] = [
  "create",
  "renewal",
  "take-over",
  "release",
  "candidacy",
  "ping",
  "preference",
  "hand-over",
];

/**
 * Runs schedules in the profile `strict`. `reports` contains the mode and the rule of each finding
 * that denies a write, and of each finding of a relation rule. `sorts` contains the sort of each
 * write.
 */
function reportsOf(participants: readonly Participant[], { seed, skewMs }: { seed: number; skewMs: number }) {
  const sorts = new Set<SortOfWrite>();
  const reports: string[] = [];
  const property = fc.property(schedules(skewMs), (schedule) => {
    const server = createApiServer((write) => {
      sorts.add(sortOfWrite(write));
      const verdict = verdictOf(write, server);
      expect(verdict.crashes).toEqual([]);
      const related = verdict.findings.filter(({ origin }) => relationRules.has(origin));
      for (const { mode, origin } of new Set([...denials(verdict), ...related])) reports.push(`${mode} ${origin}`);
      return true;
    });
    runSchedule(participants, schedule, server);
  });
  fc.assert(property, { numRuns: 20, seed });
  return { reports, sorts };
}

describe.each(Object.entries(coordinatedElections))("with a view of the stored objects, %s", (_, participants) => {
  it("is allowed by strict, and no relation rule reports a write of clients with equal clocks", () => {
    const sorts = new Set<SortOfWrite>();
    for (const seed of sample(seeds, 2)) {
      const run = reportsOf(participants, { seed, skewMs: 0 });
      expect(run.reports, `seed ${seed}`).toEqual([]);
      for (const sort of run.sorts) sorts.add(sort);
    }
    expect([...sorts]).toEqual(expect.arrayContaining([...wanted]));
  });

  // In these schedules, the election controller can wait for a minute between two requests. Some
  // relation rules then warn.
  it.each(sample(seeds, 3))("is allowed by strict if clocks differ by up to the allowance: seed %d", (seed) => {
    const { reports } = reportsOf(participants, { seed, skewMs: 5_000 });
    expect(reports.filter((report) => report.startsWith("deny"))).toEqual([]);
  });
});

describe("with a view of the stored objects, an attack is reported by its rule only after legitimate writes", () => {
  it.each(Object.entries(relationAttacks))("%s", (_, { rule, requests, mode = "warn" }) => {
    const found: (readonly string[])[] = [];
    const server = createApiServer((write) => {
      const verdict = verdictOf(write, server);
      found.push(verdict.findings.map((finding) => `${finding.mode} ${finding.origin}`));
      return true;
    });
    const codes = requests.map(({ now, by, request }) => server.handle(request, by, now).code);
    expect(codes).toEqual(requests.map(() => 200));
    expect(found.slice(0, -1).flat()).toEqual([]);
    expect(found.at(-1)).toContain(`${mode} ${rule}`);
  });

  it("and each relation rule has an attack", () => {
    expect(new Set(Object.values(relationAttacks).map(({ rule }) => rule))).toEqual(relationRules);
  });
});
