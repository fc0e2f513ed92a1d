import { describe, expect, it } from "vitest";
import { reportKinds, reportObjects } from "../../src/audit/report-objects.ts";
import { at, auditOf, example, finding, hostileAudit, lease } from "./reports/audit-results.ts";

const [openReports, policyReports] = reportKinds;
if (openReports === undefined || policyReports === undefined) throw new Error("there must be two kinds of reports");

describe("reportObjects", () => {
  it("returns a report for each namespace with findings", () => {
    const reports = reportObjects(example, openReports);
    expect(reports.map(({ metadata }) => metadata.namespace)).toEqual(["kube-node-lease", "team-a"]);
    expect(reports.map(({ summary }) => summary)).toEqual([
      { pass: 0, fail: 0, warn: 1, error: 0, skip: 0 },
      { pass: 0, fail: 1, warn: 3, error: 0, skip: 0 },
    ]);
    expect(reports[1]?.results.map(({ policy, result, severity }) => [policy, result, severity])).toEqual([
      ["audit/two-writers", "fail", "high"],
      ["audit/holder-flapping", "warn", "medium"],
      ["audit/holder-gone", "warn", "medium"],
      ["metadata/labels-required", "warn", "info"],
    ]);
  });

  it.each([
    [openReports, "openreports.io/v1alpha1", "Report"],
    [policyReports, "wgpolicyk8s.io/v1alpha2", "PolicyReport"],
  ])("$kind: has the fields of the published schema", (reportKind, apiVersion, kind) => {
    const result = auditOf([lease({ findings: [finding({ remedy: "kubectl delete" })] })], {
      readAt: [new Date(at("08:00:00").getTime() + 7)],
    });
    expect(reportObjects(result, reportKind)).toEqual([
      {
        apiVersion,
        kind,
        metadata: {
          name: "lease-guard-audit",
          namespace: "team-a",
          labels: {
            "app.kubernetes.io/name": "lease-guard",
            "app.kubernetes.io/component": "audit",
            "app.kubernetes.io/managed-by": "lease-guard",
          },
        },
        summary: { pass: 0, fail: 0, warn: 1, error: 0, skip: 0 },
        results: [
          {
            source: "lease-guard",
            policy: "audit/holder-gone",
            category: "audit",
            result: "warn",
            severity: "medium",
            message: finding().message,
            timestamp: { seconds: at("08:00:00").getTime() / 1000, nanos: 7_000_000 },
            resources: [
              { apiVersion: "coordination.k8s.io/v1", kind: "Lease", namespace: "team-a", name: "controller" },
            ],
            properties: {
              field: "spec.holderIdentity",
              page: "https://lease-guard.dev/checks/holder-gone",
              remedy: "kubectl delete",
            },
          },
        ],
      },
    ]);
  });

  it("sanitizes and shortens strings, and leaves out commands that it would change", () => {
    const [hostileReport, longReport] = reportObjects(hostileAudit, openReports).map(({ results }) => results[0]);
    const { resources: _, ...texts } = hostileReport ?? {};
    expect(JSON.stringify(texts)).not.toContain("\u202e");
    expect(hostileReport?.properties).not.toHaveProperty("remedy");
    expect(longReport?.message).toHaveLength(1025);
    const long = auditOf([lease({ findings: [finding({ remedy: "x".repeat(1025) })] })]);
    expect(reportObjects(long, openReports)[0]?.results[0]?.properties).not.toHaveProperty("remedy");
  });

  it("leaves out objects without a namespace, such as those of an incomplete dump", () => {
    expect(reportObjects(auditOf([lease({ namespace: "", findings: [finding()] })]), openReports)).toEqual([]);
  });

  it("keeps the worst findings if a report would be too large for etcd", () => {
    const message = "m".repeat(1024);
    const objects = Array.from({ length: 2000 }, (_, index) =>
      lease({
        name: `lease-${index}`,
        findings: [finding({ message, severity: index === 1999 ? "error" : "warning" })],
      }),
    );
    const [report] = reportObjects(auditOf(objects), openReports);
    expect(report?.results[0]?.resources[0].name).toBe("lease-1999");
    expect(report?.summary).toMatchObject({ fail: 1, warn: 1999 });
    expect(Buffer.byteLength(JSON.stringify(report))).toBeLessThan(1.1 * 1024 * 1024);
    expect(report?.metadata.annotations).toEqual({
      "lease-guard.dev/left-out-results": String(2000 - (report?.results.length ?? 0)),
    });
  });
});
