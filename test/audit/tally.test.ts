import { expect, it } from "vitest";
import type { AuditSeverity } from "../../src/audit/result.ts";
import { tallyOf, worstFirst } from "../../src/audit/tally.ts";
import { finding, lease } from "../cli/audit/reports/audit-results.ts";

const withFindings = (...severities: readonly AuditSeverity[]) => lease({ findings: severities.map((severity) => finding({ severity })) });

it.each([
  ["no objects", [], { objects: 0, healthy: 0, findings: { error: 0, warning: 0, info: 0 } }],
  ["no findings", [lease()], { objects: 1, healthy: 1, findings: { error: 0, warning: 0, info: 0 } }],
  ["only info", [withFindings("info", "info")], { objects: 1, healthy: 1, findings: { error: 0, warning: 0, info: 2 } }],
  [
    "several severities",
    [withFindings("info", "warning"), withFindings("error", "error"), lease()],
    { objects: 3, healthy: 1, findings: { error: 2, warning: 1, info: 1 } },
  ],
])("tallyOf: %s", (_, objects, tally) => {
  expect(tallyOf(objects)).toEqual(tally);
});

it("sorts findings by severity, and keeps their order otherwise", () => {
  const findings = ["info 1", "error 1", "warning 1", "error 2"].map((message) =>
    finding({ message, severity: message.split(" ")[0] as AuditSeverity }),
  );
  expect(worstFirst(findings).map(({ message }) => message)).toEqual(["error 1", "error 2", "warning 1", "info 1"]);
});
