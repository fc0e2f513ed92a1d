import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSections } from "../../scripts/rule-page.ts";
import { toPolicy } from "../../src/library/create-validator.ts";
import { defaultPolicy, type Policy } from "../../src/policy/policy.ts";
import { createApiServer } from "./api-server.ts";
import { deniedByDesign } from "./denied-by-design.ts";
import type { Election } from "./elections.ts";
import { reportedRules } from "./reported-rules.ts";
import { runSchedule, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const page = readFileSync(new URL("../../docs/recorded-traffic.md", import.meta.url), "utf8");
const section = readSections(page).find(({ heading }) => heading === "Denied by design");
const documented = toPolicy(undefined, parse(section?.fences[0]?.text ?? ""));

/** The minimum number of writes of an election. */
const leastWrites = 3_000;

/**
 * Simulates elections with these participants, and returns the rules that deny writes. Denied
 * writes are not stored. If a required sort of writes is missing, simulates up to ten times as
 * many writes: one election has 3 to 8 releases in 3,000 writes.
 */
function elect({ participants, writes: wanted }: Election, policy: Policy): readonly string[] {
  const find = reportedRules(policy, ["deny"]);
  const denying = new Set<string>();
  const allowed = new Set<SortOfWrite>();
  let count = 0;
  const property = fc.property(schedules(), (schedule) => {
    const server = createApiServer((write) => {
      count++;
      const origins = find(write);
      for (const origin of origins) denying.add(origin);
      if (origins.length === 0) allowed.add(sortOfWrite(write));
      return origins.length === 0;
    });
    runSchedule(participants, schedule, server);
  });
  const goesOn = () => count < leastWrites || (count < 10 * leastWrites && !wanted.every((sort) => allowed.has(sort)));
  while (goesOn()) fc.assert(property, { numRuns: 10, endOnFailure: true });
  expect([...allowed]).toEqual(expect.arrayContaining([...wanted]));
  return [...denying].toSorted();
}

describe("programs that strict denies by design", () => {
  it.each(Object.entries(deniedByDesign))("%s: by no other rules than these", (_, election) => {
    const denying = elect(election, { ...defaultPolicy, profile: "strict" });
    expect(election.denied).toEqual(expect.arrayContaining([...denying]));
    expect(denying).not.toEqual([]);
  });

  it.each(Object.entries(deniedByDesign))("%s: never with the documented scopes", (title, election) => {
    expect(page).toContain(`| ${title} |`);
    expect(documented.profile).toBe("strict");
    expect(elect(election, documented)).toEqual([]);
  });
});
