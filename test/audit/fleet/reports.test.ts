import { describe, expect, it } from "vitest";
import { electionsIn } from "../../../src/audit/elections/elections.ts";
import { electionsFleetReports } from "../../../src/audit/elections/reports/reports.ts";
import { type Fleet, mapFleet } from "../../../src/audit/fleet/fleet.ts";
import { fleetReports } from "../../../src/audit/fleet/reports/reports.ts";
import type { AuditFormat } from "../../../src/audit/reports/reports.ts";
import type { AuditResult } from "../../../src/audit/result.ts";
import { leaseBy } from "../../harness/audit-objects.ts";
import { auditScene } from "../../harness/audit-scene.ts";
import { context } from "../../harness/report-context.ts";
import { reportSchema } from "../../harness/report-schema.ts";
import { auditOf, example, finding, hostile, hostileAudit, lease } from "../reports/audit-results.ts";

const quiet = auditOf([lease()], { cluster: { name: "quiet", files: ["clusters/quiet.json"] } });
const unread = [{ cluster: { name: "lab", context: "lab" }, reason: "forbidden" }];
const fleet: Fleet<AuditResult> = { clusters: [example, quiet], unread };
const withErrors = { ...context, errors: ["lab: forbidden"] };
const formats = Object.keys(fleetReports) as readonly AuditFormat[];

const report = async (format: AuditFormat, of: Fleet<AuditResult>): Promise<string> =>
  (await fleetReports[format]())(of, withErrors);

it.each(formats)("%s names each cluster, and each finding", async (format) => {
  const text = await report(format, fleet);
  const all = example.objects.flatMap(({ findings }) => findings.map(({ origin }) => origin));
  // A script contains each command once.
  const origins = format === "script" ? ["audit/holder-gone"] : all;
  for (const expected of ["prod", "quiet", "lab", ...origins]) expect(text).toContain(expected);
});

it.each(formats)("%s escapes the names of clusters", async (format) => {
  const bad = { ...hostileAudit.cluster, name: `${hostile}2` };
  const text = await report(format, { clusters: [hostileAudit], unread: [{ cluster: bad, reason: hostile }] });
  expect(text).not.toContain("\u202e");
  expect(text).not.toContain("\u0007");
  if (format === "html") expect(text).not.toContain("<script>");
});

it.each(formats)("%s of no cluster is a report", async (format) => {
  expect(await report(format, { clusters: [], unread })).toContain("lab");
});

it.each([
  ["findings", fleet],
  ["hostile strings", { clusters: [hostileAudit], unread }],
  ["no cluster", { clusters: [], unread: [] }],
])("JSON has the form of its schema: %s", async (_, each) => {
  const accepts = reportSchema("audit-list");
  expect(accepts(JSON.parse(await report("json", each))), JSON.stringify(accepts.errors)).toBe(true);
});

it("HTML has unique ids, and links to them", async () => {
  const page = await report("html", { ...fleet, clusters: [example, { ...example, cluster: { name: "other" } }] });
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
});

it("HTML has at most 1000 articles", async () => {
  const many = auditOf(
    Array.from({ length: 600 }, (_, index) => lease({ name: `lease-${index}`, findings: [finding()] })),
  );
  const page = await report("html", { clusters: [many, many], unread: [] });
  expect(page.match(/<article>/g)).toHaveLength(1000);
});

it("SARIF has one run, and a location for each cluster", async () => {
  const copy = { ...example, cluster: { name: "a/b" } };
  const { runs } = JSON.parse(await report("sarif", { clusters: [example, copy], unread }));
  expect(runs).toHaveLength(1);
  const [{ results, properties, invocations }] = runs;
  const half = results.length / 2;
  const uris = results.map(
    (each: { locations: readonly [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
      each.locations[0].physicalLocation.artifactLocation.uri,
  );
  expect(uris[0]).toMatch(/^prod\/namespaces\//);
  expect(uris[half]).toBe(uris[0].replace("prod/", "a%2Fb/"));
  expect(
    new Set(results.map((each: { partialFingerprints: object }) => JSON.stringify(each.partialFingerprints))).size,
  ).toBe(results.length);
  expect(properties.clusters).toMatchObject([{ name: "prod", uid: "0000-prod" }, { name: "a/b" }]);
  expect(invocations[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: expect.arrayContaining([{ level: "error", message: { text: "lab: forbidden" } }]),
  });
});

it("an unread object is an error of JUnit and of SARIF once", async () => {
  const result = { ...quiet, unread: [{ resource: "lease a/b", reason: "too large" }] };
  const errors = ["quiet: not read: lease a/b: too large"];
  const junit = (await fleetReports.junit())({ clusters: [result], unread: [] }, { ...context, errors });
  expect(junit.match(/too large/g)).toHaveLength(2);
  expect(junit).not.toContain("<skipped");
  const sarif = (await fleetReports.sarif())({ clusters: [result], unread: [] }, { ...context, errors });
  expect(sarif.match(/too large/g)).toHaveLength(1);
});

describe("elections", () => {
  const elections = mapFleet(fleet, () => electionsIn(auditScene({ objects: [leaseBy()] }).result));

  it.each(Object.keys(electionsFleetReports) as readonly (keyof typeof electionsFleetReports)[])(
    "%s names each cluster",
    async (format) => {
      const text = (await electionsFleetReports[format]())(elections, context);
      for (const expected of ["cluster.json", "lab", "forbidden", "leading"]) expect(text).toContain(expected);
    },
  );

  it("JSON has the form of its schema", async () => {
    const accepts = reportSchema("elections-list");
    const text = (await electionsFleetReports.json())(elections, context);
    expect(accepts(JSON.parse(text)), JSON.stringify(accepts.errors)).toBe(true);
  });
});
