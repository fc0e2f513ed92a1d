import { expect, it } from "vitest";
import { auditMetrics } from "../../../src/audit/reports/metrics.ts";
import { context } from "../../harness/report-context.ts";
import { auditOf, example, hostileAudit } from "./audit-results.ts";

const samplesOf = (result: Parameters<typeof auditMetrics>[0]): readonly string[] =>
  auditMetrics(result, context)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

it("counts objects, and findings by check and severity", () => {
  expect(samplesOf(example)).toEqual([
    'lease_guard_audit_findings{check="audit/holder-flapping",severity="warning"} 1',
    'lease_guard_audit_findings{check="audit/holder-gone",severity="warning"} 1',
    'lease_guard_audit_findings{check="audit/node-lease-orphaned",severity="warning"} 1',
    'lease_guard_audit_findings{check="audit/two-writers",severity="error"} 1',
    'lease_guard_audit_findings{check="metadata/labels-required",severity="info"} 1',
    'lease_guard_audit_objects{kind="Lease"} 13',
    'lease_guard_audit_objects{kind="LeaseCandidate"} 1',
    "lease_guard_audit_healthy_objects 11",
    'lease_guard_audit_unread_resources{resource="pods"} 1',
    "lease_guard_audit_read_timestamp_seconds 1782892921",
  ]);
});

it("has the counts of an empty cluster", () => {
  expect(samplesOf(auditOf([], { readAt: [] }))).toEqual([
    'lease_guard_audit_objects{kind="Lease"} 0',
    'lease_guard_audit_objects{kind="LeaseCandidate"} 0',
    "lease_guard_audit_healthy_objects 0",
  ]);
});

it("escapes labels", () => {
  expect(samplesOf(hostileAudit)[1]).toBe('lease_guard_audit_findings{check="audit/holder-gone",severity="warning"} 1');
  expect(samplesOf(hostileAudit)[0]).toMatch(
    /^lease_guard_audit_findings\{check="\\"><script>.*\\\\u202e\\\\a\{\{x\}\}\\\\n\\\\",severity="warning"\} 1$/,
  );
});
