import { describe, expect, it } from "vitest";
import type { Selection } from "../../src/audit/result.ts";
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

  it("notes a check that did not run", () => {
    const { notes } = selectFindings({ ...result, readAt: [new Date()] }, { checks: ["audit/renews-often"] });
    expect(notes).toEqual(["audit/renews-often did not run: it needs a second listing"]);
  });
});
