import { describe, expect, it } from "vitest";
import type { CheckResult } from "../../../src/check/reports/result.ts";
import { text } from "../../../src/check/reports/text.ts";
import { sourceExcerpt } from "../../../src/report/source-excerpt.ts";
import { context } from "../../harness/report-context.ts";
import { clean, empty, finding, ignoring, mixed } from "./results.ts";

const mixedText = `a.yaml:3:1: Lease team-a/controller: deny metadata/namespace-required: metadata: Required value
  metadata:
  ^

a.yaml:7:25: Lease team-a/controller: deny lease/lease-duration-positive: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0
    leaseDurationSeconds: 0
                          ^

dir/b c.yaml:8:14: LeaseCandidate team-a/one: warn lease-candidate/lease-name-valid: spec.leaseName: Invalid value: "A<b>": must be a name
    leaseName: A<b>
               ^

3 objects checked in 3 files: 1 denied, 1 warning, 1 skipped, 1 problem
`;

const ignoringText = `a.yaml:7:25: Lease team-a/controller: deny lease/lease-duration-positive: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0
    leaseDurationSeconds: 0
                          ^

a.yaml:4:9: Lease team-a/controller: ignored lease/lease-duration-positive: first (by lease-guard.dev/ignore)
a.yaml:4:9: Lease team-a/controller: ignored metadata/name-valid: spec.leaseDurationSeconds: <a> (by lease-guard.dev/ignore)
a.yaml:9:5: Lease team-a/fine: ignored metadata/name-valid: spec.leaseDurationSeconds: b (by lease-guard.dev/ignore)

3 objects checked in 3 files: 1 denied, 0 warnings, 3 ignored, 1 skipped
`;

const one = (changes: Parameters<typeof finding>[0] = {}): CheckResult => ({ ...clean, findings: [finding(changes)] });

describe("the text report", () => {
  it.each<readonly [string, CheckResult, string]>([
    ["nothing to check", empty, "0 objects checked in 0 files: 0 denied, 0 warnings, 0 skipped\n"],
    ["nothing found", clean, "1 object checked in 1 file: 0 denied, 0 warnings, 0 skipped\n"],
    ["findings, without the problem on standard error", mixed, mixedText],
    ["ignored findings", ignoring, ignoringText],
    [
      "an audit finding of the whole object, without its source",
      one({ mode: "audit", field: "", message: "Forbidden: no" }),
      "a.yaml:7:25: Lease team-a/controller: audit lease/lease-duration-positive: Forbidden: no\n\n1 object checked in 1 file: 0 denied, 0 warnings, 1 audited, 0 skipped\n",
    ],
  ])("%s", (_name, result, expected) => {
    expect(text(result, context)).toBe(expected);
  });

  it("has no summary if it is quiet", () => {
    expect(text(clean, { ...context, quiet: true })).toBe("");
    expect(text(mixed, { ...context, quiet: true })).toBe(mixedText.slice(0, mixedText.indexOf("\n3 objects")));
  });

  it.each<readonly [string, number, string, readonly [line: string, caret: string]]>([
    ["a column at the end", 4, "a: ", ["  a: ", "     ^"]],
    ["a column beyond the end", 40, "a:", ["  a:", "    ^"]],
    ["an empty line", 1, "", ["  ", "  ^"]],
    ["a tab", 3, "\ta: 0", ["   a: 0", "    ^"]],
    ["an escape before the column", 4, "a\u001bb: 0", ["  a\\x1bb: 0", "        ^"]],
    ["wide characters before the column", 6, "# 租约 0", ["  # 租约 0", "         ^"]],
    ["a combining mark before the column", 4, "e\u0301: 0", ["  e\u0301: 0", "    ^"]],
    ["a line that a runner would obey", 9, "::error::0", ["  :\\x3aerror::0", "             ^"]],
    [
      "a long line",
      101,
      `${"a".repeat(100)}${"b".repeat(100)}`,
      [`  …${"a".repeat(80)}${"b".repeat(80)}…`, `   ${" ".repeat(80)}^`],
    ],
    [
      "a cut through a surrogate pair",
      82,
      `\u{1f512}${"a".repeat(80)}`,
      [`  …${"a".repeat(79)}a`, `   ${" ".repeat(79)}^`],
    ],
  ])("shows the source: %s", (_name, column, source, excerpt) => {
    expect(Object.values(sourceExcerpt(source, column))).toEqual(excerpt);
  });

  it("lists skipped objects only if the context is verbose", () => {
    const line = "a.yaml:15:1: ConfigMap team-a/<settings>: skipped: is not a Lease or LeaseCandidate\n";
    const shown = text(mixed, { ...context, verbose: true });
    expect(shown).toBe(mixedText.replace("\n3 objects", `\n${line}\n3 objects`));
    expect(text({ ...mixed, skipped: 5 }, { ...context, verbose: true })).toContain(`${line}and 4 more skipped\n`);
  });

  it("has colors if the context has them", () => {
    const shown = text({ ...mixed, findings: mixed.findings.slice(0, 1) }, { ...context, color: true });
    expect(shown.split("\n").slice(0, 3)).toEqual([
      '\u001b[1mdir/b c.yaml:8:14: LeaseCandidate team-a/one:\u001b[0m \u001b[33mwarn\u001b[0m lease-candidate/lease-name-valid: spec.leaseName: Invalid value: "A<b>": must be a name',
      "    leaseName: A<b>",
      "\u001b[33m               ^\u001b[0m",
    ]);
    expect(text(ignoring, { ...context, color: true })).toContain(
      "\n\u001b[2ma.yaml:4:9: Lease team-a/controller: ignored lease/lease-duration-positive: first (by lease-guard.dev/ignore)\u001b[0m\n",
    );
  });
});
