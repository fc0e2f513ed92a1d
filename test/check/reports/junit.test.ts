import { expect, it } from "vitest";
import { junit } from "../../../src/check/reports/junit.ts";
import { context } from "../../harness/report-context.ts";
import { clean, empty, finding, ignoring, mixed } from "./results.ts";
import { xmlFault } from "./well-formed-xml.ts";

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

it.each([
  ["nothing to check", empty, '<testsuites name="lease-guard" tests="0" failures="0" errors="0">\n</testsuites>\n'],
  [
    "nothing found",
    clean,
    `<testsuites name="lease-guard" tests="1" failures="0" errors="0">
  <testsuite name="a.yaml" tests="1" failures="0" errors="0">
    <testcase name="Lease team-a/controller" classname="a.yaml" file="a.yaml" line="1"/>
  </testsuite>
</testsuites>
`,
  ],
  [
    "findings and a problem",
    mixed,
    `<testsuites name="lease-guard" tests="5" failures="1" errors="1" skipped="1">
  <testsuite name="a.yaml" tests="3" failures="1" errors="0" skipped="1">
    <testcase name="Lease team-a/controller" classname="a.yaml" file="a.yaml" line="1">
      <failure message="metadata: Required value" type="metadata/namespace-required">a.yaml:3:1: deny metadata/namespace-required: metadata: Required value
a.yaml:7:25: deny lease/lease-duration-positive: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0</failure>
    </testcase>
    <testcase name="Lease team-a/fine" classname="a.yaml" file="a.yaml" line="9"/>
    <testcase name="ConfigMap team-a/&lt;settings&gt;" classname="a.yaml" file="a.yaml" line="15">
      <skipped message="is not a Lease or LeaseCandidate"/>
    </testcase>
  </testsuite>
  <testsuite name="dir/b c.yaml" tests="1" failures="0" errors="0">
    <testcase name="LeaseCandidate team-a/one" classname="dir/b c.yaml" file="dir/b c.yaml" line="1">
      <system-out>dir/b c.yaml:8:14: warn lease-candidate/lease-name-valid: spec.leaseName: Invalid value: &quot;A&lt;b&gt;&quot;: must be a name</system-out>
    </testcase>
  </testsuite>
  <testsuite name="bad.yaml" tests="1" failures="0" errors="1">
    <testcase name="problem" classname="bad.yaml" file="bad.yaml" line="2">
      <error message="a tab cannot indent" type="problem">bad.yaml:2:3: a tab cannot indent</error>
    </testcase>
  </testsuite>
</testsuites>
`,
  ],
  [
    "ignored findings",
    ignoring,
    `<testsuites name="lease-guard" tests="4" failures="1" errors="0" skipped="1">
  <testsuite name="a.yaml" tests="3" failures="1" errors="0" skipped="1">
    <testcase name="Lease team-a/controller" classname="a.yaml" file="a.yaml" line="1">
      <failure message="spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0" type="lease/lease-duration-positive">a.yaml:7:25: deny lease/lease-duration-positive: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0</failure>
      <system-out>a.yaml:4:9: Lease team-a/controller: ignored lease/lease-duration-positive: first (by lease-guard.dev/ignore)
a.yaml:4:9: Lease team-a/controller: ignored metadata/name-valid: spec.leaseDurationSeconds: &lt;a&gt; (by lease-guard.dev/ignore)</system-out>
    </testcase>
    <testcase name="Lease team-a/fine" classname="a.yaml" file="a.yaml" line="9">
      <system-out>a.yaml:9:5: Lease team-a/fine: ignored metadata/name-valid: spec.leaseDurationSeconds: b (by lease-guard.dev/ignore)</system-out>
    </testcase>
    <testcase name="ConfigMap team-a/&lt;settings&gt;" classname="a.yaml" file="a.yaml" line="15">
      <skipped message="is not a Lease or LeaseCandidate"/>
    </testcase>
  </testsuite>
  <testsuite name="dir/b c.yaml" tests="1" failures="0" errors="0">
    <testcase name="LeaseCandidate team-a/one" classname="dir/b c.yaml" file="dir/b c.yaml" line="1"/>
  </testsuite>
</testsuites>
`,
  ],
  [
    "a finding whose object is not among the objects",
    { ...empty, findings: [finding({ field: "", message: "a & 'b'" })] },
    `<testsuites name="lease-guard" tests="1" failures="1" errors="0">
  <testsuite name="a.yaml" tests="1" failures="1" errors="0">
    <testcase name="Lease team-a/controller" classname="a.yaml" file="a.yaml" line="7">
      <failure message="a &amp; &#39;b&#39;" type="lease/lease-duration-positive">a.yaml:7:25: deny lease/lease-duration-positive: a &amp; &#39;b&#39;</failure>
    </testcase>
  </testsuite>
</testsuites>
`,
  ],
])("%s", (_name, result, expected) => {
  expect(junit(result, context)).toBe(head + expected);
  expect(xmlFault(head + expected)).toBeUndefined();
});

it.each(["<a>", "<a></b>", "</a>", "<a b='c'/>", '<a b="1" b="2"/>', "<a>&</a>", "<a>]]></a>", "<a\u0000/>"])(
  "the check rejects %j",
  (text) => {
    expect(xmlFault(text)).toBeTypeOf("string");
  },
);
