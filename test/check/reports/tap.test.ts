import { expect, it } from "vitest";
import { tap } from "../../../src/check/reports/tap.ts";
import { context } from "../../harness/report-context.ts";
import { checked, clean, empty, ignoring, mixed } from "./results.ts";

it.each([
  ["nothing to check", empty, "TAP version 14\n1..0 # SKIP nothing to check\n"],
  ["nothing found", clean, "TAP version 14\n1..1\nok 1 - Lease team-a/controller (a.yaml:1)\n"],
  [
    "findings and a problem",
    mixed,
    `TAP version 14
1..5
not ok 1 - Lease team-a/controller (a.yaml:1)
  ---
  findings:
    - {"rule":"metadata/namespace-required","mode":"deny","field":"metadata","message":"Required value","line":3,"column":1}
    - {"rule":"lease/lease-duration-positive","mode":"deny","field":"spec.leaseDurationSeconds","message":"Invalid value: 0: must be greater than 0","line":7,"column":25}
  ...
ok 2 - Lease team-a/fine (a.yaml:9)
ok 3 - LeaseCandidate team-a/one (dir/b c.yaml:1)
  ---
  findings:
    - {"rule":"lease-candidate/lease-name-valid","mode":"warn","field":"spec.leaseName","message":"Invalid value: \\"A<b>\\": must be a name","line":8,"column":14}
  ...
ok 4 - ConfigMap team-a/<settings> (a.yaml:15) # SKIP is not a Lease or LeaseCandidate
not ok 5 - problem (bad.yaml)
  ---
  message: "a tab cannot indent"
  line: 2
  column: 3
  ...
`,
  ],
  [
    "ignored findings",
    ignoring,
    `TAP version 14
1..4
not ok 1 - Lease team-a/controller (a.yaml:1)
  ---
  findings:
    - {"rule":"lease/lease-duration-positive","mode":"deny","field":"spec.leaseDurationSeconds","message":"Invalid value: 0: must be greater than 0","line":7,"column":25}
  ignored:
    - {"rule":"lease/lease-duration-positive","mode":"warn","field":"","message":"first","line":4,"column":9}
    - {"rule":"metadata/name-valid","mode":"deny","field":"spec.leaseDurationSeconds","message":"<a>","line":4,"column":9}
  ...
ok 2 - Lease team-a/fine (a.yaml:9)
  ---
  ignored:
    - {"rule":"metadata/name-valid","mode":"deny","field":"spec.leaseDurationSeconds","message":"b","line":9,"column":5}
  ...
ok 3 - LeaseCandidate team-a/one (dir/b c.yaml:1)
ok 4 - ConfigMap team-a/<settings> (a.yaml:15) # SKIP is not a Lease or LeaseCandidate
`,
  ],
  [
    "a character that would start a directive",
    {
      ...clean,
      objects: [checked("a\\#b.yaml", 1, { namespace: "", name: "x # SKIP" }), checked("a\\#b.yaml", 2, { name: "" })],
    },
    "TAP version 14\n1..2\nok 1 - Lease x \\# SKIP (a\\\\\\#b.yaml:1)\nok 2 - Lease team-a/(unnamed) (a\\\\\\#b.yaml:2)\n",
  ],
])("%s", (_name, result, expected) => {
  expect(tap(result, context)).toBe(expected);
});
