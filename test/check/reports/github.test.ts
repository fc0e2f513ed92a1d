import { expect, it } from "vitest";
import { github } from "../../../src/check/reports/github.ts";
import { context } from "../../harness/report-context.ts";
import { clean, empty, finding, ignoring, mixed } from "./results.ts";

it.each([
  ["nothing to check", empty, "::warning title=empty::no object checked: every file is excluded\n"],
  ["nothing found", clean, ""],
  [
    "findings and a problem",
    mixed,
    `::error file=a.yaml,line=3,col=1,title=metadata/namespace-required::Lease team-a/controller: metadata: Required value
::error file=a.yaml,line=7,col=25,title=lease/lease-duration-positive::Lease team-a/controller: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0
::warning file=dir/b c.yaml,line=8,col=14,title=lease-candidate/lease-name-valid::LeaseCandidate team-a/one: spec.leaseName: Invalid value: "A<b>": must be a name
::error file=bad.yaml,line=2,col=3,title=problem::a tab cannot indent
`,
  ],
  [
    "ignored findings, only for the log",
    ignoring,
    `::error file=a.yaml,line=7,col=25,title=lease/lease-duration-positive::Lease team-a/controller: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0
a.yaml:4:9: Lease team-a/controller: ignored lease/lease-duration-positive: first (by lease-guard.dev/ignore)
a.yaml:4:9: Lease team-a/controller: ignored metadata/name-valid: spec.leaseDurationSeconds: <a> (by lease-guard.dev/ignore)
a.yaml:9:5: Lease team-a/fine: ignored metadata/name-valid: spec.leaseDurationSeconds: b (by lease-guard.dev/ignore)
`,
  ],
  [
    "characters that would end a property or a message",
    { ...clean, findings: [finding({ mode: "audit", file: "100%,a:b.yaml", field: "", message: "%0A::error::x\ny" })] },
    "::notice file=100%25%2Ca%3Ab.yaml,line=7,col=25,title=lease/lease-duration-positive::Lease team-a/controller: %250A:\\x3aerror:\\x3ax\\ny\n",
  ],
  [
    "a finding in standard input",
    { ...clean, findings: [finding({ file: "-" })] },
    "::error file=-,line=7,col=25,title=lease/lease-duration-positive::Lease team-a/controller: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0\n",
  ],
])("%s", (_name, result, expected) => {
  expect(github(result, context)).toBe(expected);
});

it("lists skipped objects only if the context is verbose", () => {
  const line = "a.yaml:15:1: ConfigMap team-a/<settings>: skipped: is not a Lease or LeaseCandidate\n";
  expect(github(mixed, { ...context, verbose: true })).toBe(github(mixed, context) + line);
});
