import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Diagnosis, DoctorFinding } from "../../../src/doctor/diagnose.ts";
import { doctorReports } from "../../../src/doctor/reports/reports.ts";
import type { ReportContext } from "../../../src/report/report.ts";
import { context } from "../../harness/report-context.ts";
import { reportSchema } from "../../harness/report-schema.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../../schemas/report/v1alpha1/diagnosis.json", import.meta.url), "utf8"),
) as Schema;
const accepts = reportSchema("diagnosis");

interface Schema {
  readonly properties: Readonly<
    Record<string, { readonly items?: { readonly properties: object }; readonly properties?: object }>
  >;
}

const finding: DoctorFinding = {
  id: "doctor/replicas-enough",
  severity: "warning",
  object: { kind: "Deployment", namespace: "lease-guard", name: "lease-guard" },
  field: "spec.replicas",
  message: "must be at least 2",
  remedy: ["replicas: 2"],
  place: undefined,
};
const diagnosis: Diagnosis = {
  findings: [
    finding,
    {
      ...finding,
      severity: "error",
      object: undefined,
      field: "",
      remedy: [],
      place: { file: "a.yaml", line: 2, column: 3 },
    },
  ],
  checks: [
    { id: "doctor/replicas-enough", description: "two replicas", status: "failed", reasons: [] },
    {
      id: "doctor/policy-loaded",
      description: "the policy is loaded",
      status: "unknown",
      reasons: ["needs --connect"],
    },
    { id: "doctor/policy-valid", description: "the policy is valid", status: "passed", reasons: [] },
  ],
  unread: [{ resource: "pods", reason: "forbidden" }],
  assumptions: ["a deadline of 10 s"],
  guarantees: [
    {
      namespace: "team-a",
      name: "web",
      guarantee: { isGuaranteed: false, answers: [{ id: "fails-closed", status: "fails", reason: "Ignore" }] },
    },
  ],
};

const report = async (
  format: keyof typeof doctorReports,
  result: Diagnosis,
  more: Partial<ReportContext> = {},
): Promise<string> => (await doctorReports[format]())(result, { ...context, ...more });

describe("text", () => {
  it("has the findings, then what is unknown, not read, or assumed", async () => {
    expect(
      await report("text", diagnosis),
    ).toBe(`Deployment lease-guard/lease-guard: warning doctor/replicas-enough: spec.replicas: must be at least 2
    replicas: 2

a.yaml:2:3: cluster: error doctor/replicas-enough: must be at least 2

unknown: doctor/policy-loaded: needs --connect
not read: pods: forbidden
note: a deadline of 10 s
at most one correct leader: guaranteed for 0 of 1 election; for the reasons, use --verbose

3 checks: 1 passed, 1 failed, 1 unknown
`);
  });

  it("lists the checks that passed with --verbose, or if there is no error or warning", async () => {
    const passed = "ok doctor/policy-valid: the policy is valid\n";
    expect(await report("text", diagnosis, { verbose: true })).toContain(passed);
    expect(await report("text", { ...diagnosis, findings: [{ ...finding, severity: "info" }] })).toContain(passed);
    expect(await report("text", diagnosis)).not.toContain(passed);
  });

  it("names an object of a manifest that has no name", async () => {
    const object = { kind: "Service", namespace: "lease-guard", name: "" };
    expect(await report("text", { ...diagnosis, findings: [{ ...finding, object }] })).toMatch(
      /^Service lease-guard\/\(unnamed\): /,
    );
  });

  it("ends with the number of checks if all of them passed", async () => {
    const clean = { ...diagnosis, findings: [], checks: diagnosis.checks.slice(2) };
    expect(await report("text", clean)).toMatch(/\n1 check passed\n$/);
  });
});

describe("json", () => {
  it("matches its schema, and has exactly its fields", async () => {
    const body = JSON.parse(await report("json", diagnosis)) as Readonly<Record<string, unknown>>;
    expect(accepts(body), JSON.stringify(accepts.errors)).toBe(true);
    expect(Object.keys(body)).toEqual(Object.keys(schema.properties));
    expect(Object.keys(body["summary"] ?? {})).toEqual(Object.keys(schema.properties["summary"]?.properties ?? {}));
    const fields = schema.properties["findings"]?.items?.properties ?? {};
    const both = (body["findings"] as readonly object[]).flatMap((each) => Object.keys(each));
    expect(Object.keys(fields).filter((field) => !both.includes(field))).toEqual([]);
    expect(both.filter((field) => !Object.hasOwn(fields, field))).toEqual([]);
  });
});

describe("junit", () => {
  it("has a test case for each check: an error fails, and a check without a decision is skipped", async () => {
    expect(await report("junit", diagnosis)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="lease-guard" tests="3" failures="1" errors="0" skipped="1">
  <testsuite name="a.yaml" tests="1" failures="1" errors="0">
    <testcase name="doctor/replicas-enough" classname="a.yaml" file="a.yaml" line="2">
      <failure message="must be at least 2" type="doctor/replicas-enough">a.yaml:2:3: cluster: error must be at least 2</failure>
      <system-out>Deployment lease-guard/lease-guard: warning spec.replicas: must be at least 2
    replicas: 2</system-out>
    </testcase>
  </testsuite>
  <testsuite name="cluster" tests="2" failures="0" errors="0" skipped="1">
    <testcase name="doctor/policy-loaded" classname="cluster" file="cluster" line="1">
      <skipped message="needs --connect"/>
    </testcase>
    <testcase name="doctor/policy-valid" classname="cluster" file="cluster" line="1"/>
  </testsuite>
</testsuites>
`);
  });

  it("does not fail because of a warning", async () => {
    expect(await report("junit", { ...diagnosis, findings: [finding] })).toContain('failures="0"');
  });
});

describe("SARIF", () => {
  it("has the line of a finding about a file, and the name of another object", async () => {
    const { runs } = JSON.parse(await report("sarif", diagnosis)) as { readonly runs: readonly [object] };
    expect(runs[0]).toMatchObject({
      tool: {
        driver: {
          rules: [{ id: "doctor/replicas-enough" }, { id: "doctor/policy-loaded" }, { id: "doctor/policy-valid" }],
        },
      },
      invocations: [
        { executionSuccessful: true, toolExecutionNotifications: [{ message: { text: "not read: pods: forbidden" } }] },
      ],
      results: [
        {
          ...{ ruleId: "doctor/replicas-enough", ruleIndex: 0, level: "warning" },
          message: { text: "Deployment lease-guard/lease-guard: spec.replicas: must be at least 2" },
          locations: [
            { logicalLocations: [{ fullyQualifiedName: "Deployment lease-guard/lease-guard", kind: "object" }] },
          ],
        },
        {
          ...{ level: "error", message: { text: "cluster: must be at least 2" } },
          locations: [
            { physicalLocation: { artifactLocation: { uri: "a.yaml" }, region: { startLine: 2, startColumn: 3 } } },
          ],
        },
      ],
    });
  });

  it("has distinct fingerprints, which do not depend on the line", async () => {
    const printsOf = async (line: number): Promise<readonly string[]> => {
      const findings = diagnosis.findings.map((each) => ({ ...each, place: { file: "a.yaml", line, column: 3 } }));
      const text = await report("sarif", { ...diagnosis, findings });
      return [...text.matchAll(/"leaseGuardDoctor\/v1": "(.+)"/g)].map(([, print = ""]) => print);
    };
    expect(await printsOf(2)).toEqual(await printsOf(9));
    expect(new Set(await printsOf(2)).size).toBe(2);
  });
});

describe.each(["text", "json", "markdown", "sarif", "junit"] as const)("names from a file in %s", (format) => {
  it("do not control a terminal or a CI runner", async () => {
    const name = "a\u001b[31m\n::error::b";
    const hostile = { ...finding, object: { kind: name, namespace: name, name }, message: name, remedy: [name] };
    const shown = await report(format, {
      ...diagnosis,
      findings: [hostile],
      unread: [{ resource: name, reason: name }],
    });
    expect(shown).not.toContain("\u001b");
    expect(shown).not.toMatch(/^ *::/m);
  });
});
