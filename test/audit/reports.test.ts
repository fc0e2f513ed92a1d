import { describe, expect, it } from "vitest";
import { type AuditFormat, auditReports } from "../../src/audit/reports/reports.ts";
import type { AuditResult } from "../../src/audit/result.ts";
import { candidateBy, leaseBy, nodeLease } from "../harness/audit-objects.ts";
import { auditScene } from "../harness/audit-scene.ts";
import { context as plain } from "../harness/report-context.ts";
import { reportSchema } from "../harness/report-schema.ts";
import { auditOf, finding, lease } from "./reports/audit-results.ts";

const context = {
  ...plain,
  rulePage: (id: string) => (id.startsWith("audit/") ? `# ${id}\n` : undefined),
};
const report = async (format: AuditFormat, result: AuditResult, verbose = false): Promise<string> =>
  (await auditReports[format]())(result, { ...context, verbose });

const names: readonly AuditFormat[] = ["text", "json", "html", "markdown", "sarif", "junit", "metrics"];
const scene = {
  objects: [
    leaseBy({ renewed: -9000 }),
    leaseBy({
      name: "free",
      holder: "",
      spec: { renewTime: undefined, leaseDurationSeconds: undefined, acquireTime: undefined },
    }),
    leaseBy({ name: "placeholder", holder: "localhost" }),
    nodeLease("worker-9", { metadata: { ownerReferences: [] } }),
    candidateBy({ renewed: -9000 }),
    leaseBy({ name: "odd", spec: { renewTime: 7 } }),
  ],
  earlier: { [-30]: [leaseBy({ renewed: -9000 })] },
  nodes: ["worker-9"],
  unread: [{ resource: "leasecandidates.coordination.k8s.io", reason: "forbidden" }],
};
const { result } = auditScene(scene);
const nothing = auditOf([], { readAt: [new Date(0)] });

const acceptsJson = reportSchema("audit");

describe("JSON", () => {
  it.each([
    ["findings", result, false],
    ["all objects", result, true],
    ["no objects", nothing, false],
  ] as const)("has the form of its schema: %s", async (_, each, verbose) => {
    const published: unknown = JSON.parse(await report("json", each, verbose));
    expect(acceptsJson(published), JSON.stringify(acceptsJson.errors)).toBe(true);
  });

  it("lists all objects only with --wide", async () => {
    const count = async (verbose: boolean) =>
      (JSON.parse(await report("json", result, verbose)) as { objects: readonly object[] }).objects.length;
    expect([await count(false), await count(true)]).toEqual([5, 6]);
  });
});

it.each(names)("%s contains each finding and each unread resource", async (format) => {
  const text = await report(format, result);
  const origins = result.objects.flatMap(({ findings }) => findings.map(({ origin }) => origin));
  expect(new Set(origins)).toEqual(
    new Set([
      ...["audit/candidate-abandoned", "audit/holder-gone", "audit/node-lease-without-owner"],
      ...["lease/holder-identity-not-placeholder", "schema/type"],
    ]),
  );
  for (const expected of [...origins, "leasecandidates.coordination.k8s.io"]) expect(text).toContain(expected);
  expect(text.endsWith("\n")).toBe(true);
});

it.each(names)("%s of no objects is not empty", async (format) => {
  expect((await report(format, nothing)).length).toBeGreaterThan(20);
});

it("text with colors paints severities", async () => {
  const text = (await auditReports.text())(result, { ...context, color: true });
  expect(text).toContain("\u001b[33mwarning\u001b[0m audit/holder-gone");
  expect(text).toContain("\u001b[31merror\u001b[0m schema/type");
  expect(text).toContain("\u001b[36minfo\u001b[0m audit/node-lease-without-owner");
});

it("text with --wide has the state of each object", async () => {
  const text = await report("text", result, true);
  expect(text).toMatch(/lease\/free +- +- +released +10d ago +-\n/);
  expect(text).toMatch(/leasecandidate\/controller-1 +- +2h30m ago +expired/);
});

it("SARIF of more results than GitHub accepts names the limit, as check does", async () => {
  const found = finding();
  const many: AuditResult = { ...nothing, objects: [lease({ findings: Array.from({ length: 25_001 }, () => found) })] };
  const text = await report("sarif", many);
  expect(text).toContain('"1 of 25001 results are omitted: a run must not have more than 25000"');
});

describe("an audit with a baseline, a suppression, and notes", () => {
  const suppression = { check: "audit/holder-gone", object: "*/*", reason: "r", owner: "o", expires: new Date(0) };
  const known: AuditResult = {
    ...nothing,
    cluster: { name: "a", server: "https://a.example", context: "a", uid: "1", files: ["a"] },
    selection: { namespace: "team-a", severity: "info", checks: ["audit/holder-gone"] },
    objects: [
      lease({ name: "known", findings: [finding({ severity: "error", isKnown: true })] }),
      lease({ name: "new", findings: [finding({ severity: "error" })] }),
      lease({ name: "hidden", suppressed: [{ ...finding({ severity: "error" }), suppression }] }),
    ],
    baseline: { readAt: new Date(0), gone: [{ kind: "Lease", namespace: "team-a", name: "old", ...finding() }] },
    notes: ["a note <b>"],
  };

  it("has JSON in the form of its schema", async () => {
    const published: unknown = JSON.parse(await report("json", known));
    expect(acceptsJson(published), JSON.stringify(acceptsJson.errors)).toBe(true);
  });

  it.each<[format: AuditFormat, contained: readonly string[], absent: readonly string[]]>([
    ["text", ["lease/new", "warning: a note <b>", "team-a/lease/old", "1 new error", "1 known"], ["lease/known"]],
    ["markdown", ["lease/new", "a note <b>", "team-a/lease/old", "1 new error", "1 suppressed"], ["lease/known"]],
    ["html", ["(known)", "a note &lt;b&gt;", "team-a/lease/old", "1 new error"], ["<b>"]],
    ["sarif", ['"unchanged"', '"new"', '"external"', "r (o, until 1970-01-01T00:00:00Z)", "a note"], ["leases/old"]],
    ["junit", ['failures="1"', "known error", "suppressed error", "a note &lt;b&gt;"], ["lease/old"]],
    ["metrics", ['severity="error"} 2'], ["team-a"]],
  ])("has %s with the new findings", async (format, contained, absent) => {
    const text = await report(format, known);
    for (const each of contained) expect(text).toContain(each);
    for (const each of absent) expect(text).not.toContain(each);
  });

  it("has SARIF whose results all have suppressions", async () => {
    const { runs } = JSON.parse(await report("sarif", known)) as {
      readonly runs: readonly [{ readonly results: readonly { readonly suppressions: readonly object[] }[] }];
    };
    expect(runs[0].results.map(({ suppressions }) => suppressions.length)).toEqual([0, 0, 1]);
  });
});
