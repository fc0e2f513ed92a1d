import { describe, expect, it } from "vitest";
import type { AuditResult, Selection } from "../../src/audit/result.ts";
import { selectFindings } from "../../src/audit/select-findings.ts";
import { auditOf, finding, lease } from "./reports/audit-results.ts";

const result = auditOf([
  lease({
    findings: [
      finding({ origin: "audit/two-writers", severity: "error" }),
      finding({ origin: "audit/holder-gone" }),
      finding({ origin: "lease/holder-pattern", severity: "info" }),
    ],
  }),
]);

describe("the selection", () => {
  it.each<[Selection, readonly string[]]>([
    [{}, ["audit/two-writers", "audit/holder-gone", "lease/holder-pattern"]],
    [{ severity: "info" }, ["audit/two-writers", "audit/holder-gone", "lease/holder-pattern"]],
    [{ severity: "warning" }, ["audit/two-writers", "audit/holder-gone"]],
    [{ severity: "error" }, ["audit/two-writers"]],
    [{ checks: ["audit/holder-gone"] }, ["audit/holder-gone"]],
    [{ checks: ["audit/holder-gone", "lease/holder-pattern"] }, ["audit/holder-gone", "lease/holder-pattern"]],
    [{ checks: ["audit/holder-gone", "audit/two-writers"], severity: "error" }, ["audit/two-writers"]],
    [{ checks: ["audit/leader-hung"] }, []],
  ])("%j", (selection, expected) => {
    const selected = selectFindings(result, selection);
    expect(selected.objects.flatMap(({ findings }) => findings.map(({ origin }) => origin))).toEqual(expected);
    expect(selected.selection).toEqual(selection);
    expect(selected.notes ?? []).toEqual([]);
  });

  it.each<[id: string, change: Partial<AuditResult>, reason: string]>([
    ["audit/renews-often", { readAt: [new Date()] }, "it needs a second listing"],
    ["audit/renewed-by-kubectl", { hasManagedFields: false }, "it needs metadata.managedFields"],
    ["audit/coordinated-without-candidate", { hasCandidates: false }, "it needs leasecandidates.coordination.k8s.io"],
    ["lease/holder-is-candidate", { hasCandidates: false }, "it needs leasecandidates.coordination.k8s.io"],
    ["lease/holder-pattern", { rules: new Set() }, "its mode in the policy is off"],
    ["lease/renew-time-near-now", {}, "an audit cannot run it"],
    ["schema/duplicate-field", {}, "an audit cannot run it"],
  ])("notes that %s did not run: %j", (id, change, reason) => {
    expect(selectFindings({ ...result, ...change }, { checks: [id] }).notes).toEqual([`${id} did not run: ${reason}`]);
  });
});
