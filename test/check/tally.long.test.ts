import { describe, expect, it } from "vitest";
import { maxSkippedObjects } from "../../src/check/add-checked.ts";
import { checkInput } from "../../src/check/check-input.ts";
import { compareObjects } from "../../src/check/compare-objects.ts";
import { type CheckSettings, workloadSettings } from "../../src/check/settings.ts";
import { type CheckTally, emptyTally, maxFindings, maxObjects } from "../../src/check/tally.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { RuleId } from "../../src/rules/rule.ts";

/** The rules that report the objects below. All rules together would take a minute for them. */
const reporting: readonly RuleId[] = ["metadata/name-valid", "lease-candidate/strategies-agree"];
const validate = createValidate(
  rules.filter(({ id }) => reporting.includes(id)),
  defaultPolicy,
);

const settings: CheckSettings = {
  validate,
  compare: validate,
  context: { now: new Date("2026-07-01T08:00:00Z"), user: { username: "", groups: [] }, dryRun: false },
  namespace: "default",
  oldObjects: new Map(),
  fieldValidation: "strict",
  strict: false,
  workloads: workloadSettings({}),
};

const lease = (name: string): string =>
  `{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"${name}"}}\n`;

async function checkAll(...texts: readonly string[]): Promise<CheckTally> {
  const tally = emptyTally();
  for (const text of texts) await checkInput({ file: "a.json", text }, settings, tally);
  return tally;
}

describe("a run with too many results stops with one problem", () => {
  it.each([
    [
      "findings",
      lease("-").repeat(maxFindings + 2),
      `must have at most ${maxFindings} findings in one run; check fewer files`,
    ],
    [
      "problems",
      "---\n1\n".repeat(maxFindings + 2),
      `must have at most ${maxFindings} findings in one run; check fewer files`,
    ],
    [
      "objects",
      lease("a").repeat(maxObjects + 2),
      `must have at most ${maxObjects} objects in one run; check fewer files`,
    ],
    [
      "objects of a list",
      `{"apiVersion":"v1","kind":"List","items":[${lease("-")}${`,${lease("-")}`.repeat(maxFindings)}]}`,
      `must have at most ${maxFindings} findings in one run; check fewer files`,
    ],
  ])("%s", async (_name, text, message) => {
    const { isCut, problems, findings, objects } = await checkAll(text, lease("-"));
    expect(isCut).toBe(true);
    expect(problems.filter((problem) => problem.message.startsWith("must have at most"))).toMatchObject([
      { file: "a.json", message },
    ]);
    expect(Math.max(findings.length + problems.length, objects.length - maxObjects + maxFindings)).toBeLessThanOrEqual(
      maxFindings + 1,
    );
  });

  it("but not because of skipped objects, of which it lists only the first", async () => {
    const tally = await checkAll('{"kind":"Pod"}\n'.repeat(maxSkippedObjects + 2));
    expect(tally).toMatchObject({ isCut: false, problems: [], checked: 0, skipped: maxSkippedObjects + 2 });
    expect(tally.skippedObjects).toHaveLength(maxSkippedObjects);
  });

  it("but not because of the findings of relation rules at the maximum of objects", async () => {
    const candidates = ["OldestEmulationVersion", "example.com/newest"].map((strategy, index) => {
      const spec = {
        leaseName: "l",
        binaryVersion: "1.36.0",
        emulationVersion: "1.36.0",
        strategy,
        renewTime: "2026-07-01T07:59:00.000000Z",
      };
      return JSON.stringify({
        apiVersion: "coordination.k8s.io/v1beta1",
        kind: "LeaseCandidate",
        metadata: { name: `c${index}` },
        spec,
      });
    });
    const tally = await checkAll(lease("a").repeat(maxObjects - 2) + candidates.join("\n"));
    compareObjects(tally.toCompare, settings, tally);
    expect(tally).toMatchObject({ isCut: false, problems: [], checked: maxObjects });
    expect(tally.findings.map(({ origin }) => origin)).toEqual(Array(2).fill("lease-candidate/strategies-agree"));
  });

  it("but not at the maximum", async () => {
    const tally = await checkAll(lease("-").repeat(maxFindings));
    expect(tally).toMatchObject({ isCut: false, problems: [], checked: maxFindings, denied: maxFindings });
  });
});
