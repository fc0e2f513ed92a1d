import { describe, expect, it } from "vitest";
import type { AuditResult } from "../../src/audit/result.ts";
import { suppress } from "../../src/audit/suppress.ts";
import type { Suppression } from "../../src/config/config.ts";
import { auditOf, finding, lease } from "./reports/audit-results.ts";

/** Returns a suppression of the finding of `result`, with some changed fields. */
function suppression(change: Partial<Suppression> = {}): Suppression {
  return {
    check: "audit/holder-gone",
    object: "team-a/controller",
    reason: "the program is being replaced",
    owner: "team-a",
    expires: new Date("2026-08-01"),
    ...change,
  };
}

const result = auditOf([lease({ findings: [finding(), finding({ origin: "audit/two-writers", severity: "error" })] })]);

/** Returns the findings that remain, the owners of the suppressions that apply, and the notes. */
function outcome(suppressions: readonly Suppression[], of: AuditResult = result) {
  const { objects, notes = [] } = suppress(of, suppressions);
  return {
    left: objects.flatMap(({ findings }) => findings.map(({ origin }) => origin)),
    owners: objects.flatMap(({ suppressed = [] }) => suppressed.map((each) => each.suppression.owner)),
    notes,
  };
}

const all = ["audit/holder-gone", "audit/two-writers"];
const other = ["audit/two-writers"];

describe("a suppression", () => {
  it.each<[name: string, change: Partial<Suppression>]>([
    ["the name", {}],
    ["a pattern for the name", { object: "team-a/contr*" }],
    ["a pattern for the namespace", { object: "*/controller" }],
    ["a later time of the same day", { expires: new Date("2026-07-01T08:00:32Z") }],
  ])("hides the finding of its check: %s", (_, change) => {
    expect(outcome([suppression(change)])).toEqual({ left: other, owners: ["team-a"], notes: [] });
  });

  it.each<[name: string, change: Partial<Suppression>, note: string]>([
    ["another name", { object: "team-a/control" }, "matches no finding of audit/holder-gone about team-a/control"],
    ["another namespace", { object: "team-b/*" }, "matches no finding of audit/holder-gone about team-b/*"],
    ["another check", { check: "audit/leader-hung" }, "matches no finding of audit/leader-hung about"],
    ["another rule", { check: "lease/holder-pattern" }, "matches no finding of lease/holder-pattern about"],
    [
      "a typo",
      { check: "audit/holder-gon" },
      'check: "audit/holder-gon" must be a check or a rule: did you mean audit/holder-gone?',
    ],
    [
      "the end of its time",
      { expires: new Date("2026-07-01T08:00:31Z") },
      "expired at 2026-07-01T08:00:31Z, so it no longer hides 1 finding of audit/holder-gone about team-a/controller; contact team-a",
    ],
  ])("hides nothing after %s, and has a note", (_, change, note) => {
    expect(outcome([suppression(change)])).toEqual({
      left: all,
      owners: [],
      notes: [expect.stringContaining(`suppressions[0]: ${note}`)],
    });
  });

  it.each<[name: string, change: Partial<Suppression>, of: Partial<AuditResult>]>([
    ["whose check did not run", { check: "audit/leader-hung" }, { unread: [{ resource: "pods", reason: "a" }] }],
    ["whose check needs a second listing", { check: "audit/renews-often" }, { readAt: [new Date()] }],
    ["with a young object that it matches", { check: "audit/leader-hung" }, { objects: [lease({ isYoung: true })] }],
    ["whose rule needs LeaseCandidates", { check: "lease/holder-is-candidate" }, { hasCandidates: false }],
    ["whose rule is off", { check: "lease/holder-pattern" }, { rules: new Set() }],
    ["that could not read an object", { object: "team-b/*" }, { isPartial: true }],
    ["of one namespace", { object: "team-b/*" }, { selection: { namespace: "team-a" } }],
  ])("that matches nothing has no note in an audit %s", (_, change, of) => {
    expect(outcome([suppression(change)], { ...result, ...of }).notes).toEqual([]);
  });

  it("that has expired has no note about a finding that another one hides", () => {
    const expired = suppression({ owner: "b", expires: new Date("2026-01-01") });
    expect(outcome([expired, suppression()])).toEqual({ left: other, owners: ["team-a"], notes: [] });
  });
});

it("without suppressions, the audit does not change", () => {
  expect(suppress(result, [])).toBe(result);
});
