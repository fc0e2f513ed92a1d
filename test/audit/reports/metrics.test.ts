import { expect, it } from "vitest";
import { auditMetrics, fleetMetrics } from "../../../src/audit/reports/metrics.ts";
import { context } from "../../harness/report-context.ts";
import { auditOf, example, hostileAudit } from "./audit-results.ts";

const samplesOf = (result: Parameters<typeof auditMetrics>[0]): readonly string[] =>
  auditMetrics(result, context)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

it("counts objects, and findings by check and severity", () => {
  expect(samplesOf(example)).toEqual([
    'lease_guard_audit_findings{cluster="prod",check="audit/holder-flapping",severity="warning"} 1',
    'lease_guard_audit_findings{cluster="prod",check="audit/holder-gone",severity="warning"} 1',
    'lease_guard_audit_findings{cluster="prod",check="audit/node-lease-orphaned",severity="warning"} 1',
    'lease_guard_audit_findings{cluster="prod",check="audit/two-writers",severity="error"} 1',
    'lease_guard_audit_findings{cluster="prod",check="metadata/labels-required",severity="info"} 1',
    'lease_guard_audit_objects{cluster="prod",kind="Lease"} 13',
    'lease_guard_audit_objects{cluster="prod",kind="LeaseCandidate"} 1',
    'lease_guard_audit_healthy_objects{cluster="prod"} 11',
    'lease_guard_audit_unread_resources{cluster="prod",resource="pods"} 1',
    'lease_guard_audit_read_timestamp_seconds{cluster="prod"} 1782892921',
  ]);
});

it("has the counts of an empty cluster", () => {
  expect(samplesOf(auditOf([], { readAt: [] }))).toEqual([
    'lease_guard_audit_objects{cluster="prod",kind="Lease"} 0',
    'lease_guard_audit_objects{cluster="prod",kind="LeaseCandidate"} 0',
    'lease_guard_audit_healthy_objects{cluster="prod"} 0',
  ]);
});

it("counts the findings of each cluster, and names the clusters that were not read", () => {
  const other = auditOf([], { cluster: { name: "stage" }, readAt: [] });
  const unread = [{ cluster: { name: "lab" }, reason: "forbidden" }];
  const lines = fleetMetrics({ clusters: [example, other], unread }, context).split("\n");
  expect(lines).toContain('lease_guard_audit_healthy_objects{cluster="prod"} 11');
  expect(lines).toContain('lease_guard_audit_healthy_objects{cluster="stage"} 0');
  expect(lines).toContain('lease_guard_audit_unread_clusters{cluster="lab"} 1');
  expect(lines.filter((line) => line.startsWith("# TYPE lease_guard_audit_objects "))).toHaveLength(1);
});

it("escapes labels", () => {
  expect(samplesOf(hostileAudit)[1]).toMatch(/,check="audit\/holder-gone",severity="warning"\} 1$/);
  expect(samplesOf(hostileAudit)[0]).toMatch(
    /^lease_guard_audit_findings\{cluster="\\"><script>.*",check="\\"><script>.*\\\\u202e\\\\a\{\{x\}\}\\\\n\\\\",severity="warning"\} 1$/,
  );
});
