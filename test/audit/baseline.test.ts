import { describe, expect, it } from "vitest";
import { type Baseline, readBaseline } from "../../src/audit/baseline.ts";
import { compareWithBaseline } from "../../src/audit/compare-baseline.ts";
import { auditJson } from "../../src/audit/reports/json.ts";
import {
  type AuditedObject,
  type AuditFinding,
  type AuditResult,
  hasFailed,
  type Selection,
} from "../../src/audit/result.ts";
import { selectFindings } from "../../src/audit/select-findings.ts";
import type { ClusterIdentity } from "../../src/listing/cluster-identity.ts";
import { context } from "../harness/report-context.ts";
import { auditOf, finding, hostileAudit, lease } from "./reports/audit-results.ts";

const cluster = { name: "a", server: "https://a.example", uid: "uid-a" };

/** Returns an audit of a cluster with one Lease, which has these findings. */
function audit(findings: readonly AuditFinding[], change: Partial<AuditResult> = {}): AuditResult {
  return auditOf([lease({ findings })], { cluster, ...change });
}

/** Returns the baseline that the JSON report of an audit contains. */
function baselineOf(result: AuditResult): Baseline {
  const read = readBaseline(auditJson(result, context));
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

function compare(before: AuditResult, now: AuditResult, selection: Selection = {}): AuditResult {
  const compared = compareWithBaseline({ ...now, selection }, baselineOf(before));
  if (!compared.ok) throw new Error(compared.error);
  return selectFindings(compared.value, selection);
}

/** Returns the origins of the new, the known, and the gone findings. */
function changes({ objects, baseline }: AuditResult) {
  const found = objects.flatMap(({ findings }) => findings);
  const origins = (of: readonly Pick<AuditFinding, "origin">[]) => of.map(({ origin }) => origin);
  return {
    new: origins(found.filter(({ isKnown }) => !isKnown)),
    known: origins(found.filter(({ isKnown }) => isKnown)),
    gone: origins(baseline?.gone ?? []),
  };
}

const gone = finding();
const flapping = finding({ origin: "audit/holder-flapping", field: "" });
const error = finding({ severity: "error" });
const names = { gone: "audit/holder-gone", flapping: "audit/holder-flapping" };

describe("compared with an earlier report", () => {
  it.each<[name: string, before: readonly AuditFinding[], now: readonly AuditFinding[], expected: object]>([
    ["an equal finding is known", [gone], [gone], { new: [], known: [names.gone], gone: [] }],
    ["another message is known", [gone], [finding({ message: "b" })], { new: [], known: [names.gone], gone: [] }],
    ["another check is new", [gone], [gone, flapping], { new: [names.flapping], known: [names.gone], gone: [] }],
    [
      "another field is new",
      [gone],
      [finding({ field: "spec" })],
      { new: [names.gone], known: [], gone: [names.gone] },
    ],
    ["a higher severity is new", [gone], [error], { new: [names.gone], known: [], gone: [] }],
    ["a lower severity is known", [error], [gone], { new: [], known: [names.gone], gone: [] }],
    ["the highest severity counts", [gone, error], [error], { new: [], known: [names.gone], gone: [] }],
    ["an absent finding is gone", [gone, flapping], [gone], { new: [], known: [names.gone], gone: [names.flapping] }],
  ])("%s", (_, before, now, expected) => {
    const compared = compare(audit(before), audit(now));
    expect(changes(compared)).toEqual(expected);
    expect(compared.notes).toEqual([]);
  });

  it("only new findings make a run fail", () => {
    expect(hasFailed(compare(audit([error]), audit([error])).objects, "info")).toBe(false);
    expect(hasFailed(compare(audit([gone]), audit([error])).objects, "error")).toBe(true);
  });

  it("a finding of a deleted object is gone", () => {
    expect(changes(compare(audit([gone]), auditOf([], { cluster })))).toMatchObject({ gone: [names.gone] });
  });

  it("a finding with hostile strings is known", () => {
    const { new: found, gone: missing } = changes(compare({ ...hostileAudit, cluster }, { ...hostileAudit, cluster }));
    expect([found, missing]).toEqual([[], []]);
  });

  it("a finding of a suppressed finding's check is new after the suppression", () => {
    const suppression = { check: names.gone, object: "*/*", reason: "r", owner: "o", expires: new Date(0) };
    const hidden = auditOf([lease({ suppressed: [{ ...gone, suppression }] })], { cluster });
    expect(changes(compare(hidden, audit([gone])))).toMatchObject({ new: [names.gone] });
    expect(changes(compare(audit([gone]), hidden))).toMatchObject({ gone: [] });
  });

  it.each([
    ["suppressed", true],
    ["reported", false],
  ])("a suppressed finding is known if the baseline has it, %s", (_, wasSuppressed) => {
    const suppression = { check: names.gone, object: "*/*", reason: "r", owner: "o", expires: new Date(0) };
    const hidden = auditOf([lease({ suppressed: [{ ...gone, suppression }] })], { cluster });
    const known = (before: AuditResult): unknown => compare(before, hidden).objects[0]?.suppressed?.[0]?.isKnown;
    expect(known(wasSuppressed ? hidden : audit([gone]))).toBe(true);
    expect(known(audit([]))).toBeUndefined();
  });
});

describe("a finding is not gone if the audit cannot know it", () => {
  const unread = [{ resource: "pods", reason: "forbidden" }];
  const withLease = (change: Partial<AuditedObject>): AuditResult => auditOf([lease(change)], { cluster });
  const of = (origin: string): AuditFinding => finding({ origin });
  const [coordinated, kubectl] = [of("audit/coordinated-without-candidate"), of("audit/renewed-by-kubectl")];
  const [writers, leaderless] = [of("audit/two-writers"), of("audit/leaderless")];
  const [pattern, ofWrite] = [of("lease/holder-pattern"), of("lease/renew-time-near-now")];
  const relation = finding({ origin: "lease/holder-is-candidate" });
  const candidate = auditOf([lease({ kind: "LeaseCandidate", findings: [finding({ origin: "schema/type" })] })], {
    cluster,
  });
  it.each<[name: string, before: AuditResult, now: AuditResult, selection?: Selection]>([
    ["its check did not run", audit([gone]), audit([], { unread })],
    ["its check needs a second listing", audit([flapping]), audit([], { readAt: [new Date()] })],
    ["its object is young", audit([gone]), withLease({ isYoung: true })],
    ["the LeaseCandidates were not read", candidate, audit([], { hasCandidates: false })],
    ["a relation rule had no LeaseCandidates", audit([relation]), audit([], { hasCandidates: false })],
    ["a check had no LeaseCandidates", audit([coordinated]), audit([], { hasCandidates: false })],
    ["a check had no managedFields", audit([kubectl]), audit([], { hasManagedFields: false })],
    ["a check has found it with managedFields", audit([writers]), audit([], { hasManagedFields: false })],
    ["a check has possibly found it with events", audit([leaderless]), audit([], { hasEvents: false })],
    ["its rule is off in the policy", audit([pattern]), audit([], { rules: new Set() })],
    ["its rule needs a write", audit([ofWrite]), audit([])],
    ["nothing has its id", audit([finding({ origin: "audit/removed" })]), audit([])],
    ["only check has its id", audit([finding({ origin: "schema/duplicate-field" })]), audit([])],
    ["its object does not decode", audit([gone]), withLease({ isUnchecked: true })],
    ["its object is new in the last listing", audit([flapping]), withLease({ writesPerMinute: undefined })],
    ["its object is young, for a relation rule", audit([relation]), withLease({ isYoung: true })],
    ["its namespace was not read", audit([gone]), auditOf([], { cluster }), { namespace: "team-b" }],
    ["its check is not selected", audit([gone]), audit([]), { checks: [names.flapping] }],
    ["its severity is not selected", audit([gone]), audit([]), { severity: "error" }],
    ["it is there with a severity that is not selected", audit([error]), audit([gone]), { severity: "error" }],
  ])("%s", (_, before, now, selection) => {
    expect(changes(compare(before, now, selection)).gone).toEqual([]);
  });

  it.each<[name: string, before: AuditFinding, now: AuditResult]>([
    ["a rule about the values of a young object", pattern, withLease({ isYoung: true })],
    ["an ageless check of a young object", kubectl, withLease({ isYoung: true })],
    ["an object that does not decode yet", of("schema/type"), withLease({ isUnchecked: true })],
    ["a rule that is on", pattern, audit([], { rules: new Set([pattern.origin]) })],
  ])("but it is gone if the audit would have found it: %s", (_, before, now) => {
    expect(changes(compare(audit([before]), now)).gone).toEqual([before.origin]);
  });

  it("an object could not be read", () => {
    const compared = compare(audit([gone]), audit([], { isPartial: true }));
    expect(changes(compared).gone).toEqual([]);
    expect(compared.notes).toEqual([expect.stringContaining("it is not known which findings")]);
  });
});

describe("the comparison fails", () => {
  const server = { name: "a", server: "https://a.example" };
  it.each<[name: string, before: Partial<AuditResult>, now: Partial<AuditResult>, message: string]>([
    ["another uid", {}, { cluster: { ...cluster, uid: "uid-b" } }, "of another cluster: the uid of its namespace"],
    [
      "another server",
      { cluster: server },
      { cluster: { name: "b", server: "https://b" } },
      "the address of its API server is",
    ],
    ["one namespace", { selection: { namespace: "a" } }, {}, "contains only findings of the namespace a: add -n a"],
    ["another namespace", { selection: { namespace: "a" } }, { selection: { namespace: "b" } }, "add -n a"],
    ["one severity", { selection: { severity: "error" } }, {}, "add --severity error"],
    [
      "a higher severity",
      { selection: { severity: "error" } },
      { selection: { severity: "warning" } },
      "add --severity error",
    ],
    ["some checks", { selection: { checks: ["a/b", "c/d"] } }, {}, "add --check a/b --check c/d"],
    ["other checks", { selection: { checks: ["a/b"] } }, { selection: { checks: ["a/b", "c/d"] } }, "add --check a/b"],
  ])("for a report of %s", (_, before, now, message) => {
    const result = audit([], now);
    const compared = compareWithBaseline(result, baselineOf(audit([], before)));
    expect(compared.ok ? "" : compared.error).toContain(message);
  });

  it.each<[name: string, before: Selection, now: Selection]>([
    ["all findings", {}, { namespace: "a", severity: "error", checks: ["a/b"] }],
    ["the same findings", { namespace: "a", severity: "error" }, { namespace: "a", severity: "error" }],
    ["more findings", { severity: "warning", checks: ["a/b", "c/d"] }, { severity: "error", checks: ["c/d"] }],
  ])("but not for a report of %s", (_, before, now) => {
    expect(() => compare(audit([], { selection: before }), audit([]), now)).not.toThrow();
  });

  it.each<ClusterIdentity>([
    { name: "a", uid: "uid-b" },
    { name: "b", server: "https://a.example", uid: "uid-a" },
    { name: "b", server: "https://b", uid: "uid-a" },
  ])("not for the same uid, or for an unknown cluster: %j", (before) => {
    const now = before.server === undefined ? server : cluster;
    const { notes } = compare(audit([], { cluster: before }), audit([], { cluster: now }));
    expect(notes).toHaveLength(before.server === undefined ? 1 : 0);
  });
});

it("notes the new findings of a check that did not run before", () => {
  const { notes } = compare(audit([], { readAt: [new Date("2026-07-01")] }), audit([flapping, gone]));
  expect(notes).toEqual([`new because it did not run for the baseline: ${names.flapping}`]);
});

it.each([
  ["", "must be a report that lease-guard audit -o json wrote"],
  ["{", "must be a report"],
  ["null", "must be a report"],
  ['{"apiVersion":"report.lease-guard.dev/v1alpha1","kind":"Elections"}', "must be a report"],
  ['{"apiVersion":"report.lease-guard.dev/v1alpha1","kind":"AuditList"}', "must be a report about one cluster"],
  ['{"apiVersion":"report.lease-guard.dev/v2","kind":"Audit"}', "must be a report"],
  ['{"apiVersion":"report.lease-guard.dev/v1alpha1","kind":"Audit","readAt":[]}', "must have the time of a listing"],
])("rejects the report %j", (text, message) => {
  const read = readBaseline(text);
  expect(read.ok ? "" : read.error).toContain(message);
});

it("reads a report whose fields have other types, without findings", () => {
  const fields = {
    readAt: ["2026-07-01T08:00:00.000Z"],
    objects: [7, { findings: [null, {}] }],
    leftOut: 1,
    cluster: [],
  };
  const report = { apiVersion: "report.lease-guard.dev/v1alpha1", kind: "Audit", selection: 1, ...fields };
  expect(readBaseline(JSON.stringify(report))).toMatchObject({ ok: true, value: { findings: [], leftOut: [] } });
});
