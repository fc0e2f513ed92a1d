import { describe, expect, it } from "vitest";
import { digestOf } from "../../../src/audit/reports/equal-findings.ts";
import { firstNames } from "../../../src/audit/reports/shown.ts";
import type { AuditFinding } from "../../../src/audit/result.ts";
import { finding, lease } from "./audit-results.ts";

/** Returns a number of Leases, each with the findings that `findings` returns. */
function leases(count: number, findings: (index: number) => readonly AuditFinding[]) {
  return Array.from({ length: count }, (_, index) => lease({ name: `a-${index}`, findings: findings(index) }));
}

const shown = (count: number, findings: (index: number) => readonly AuditFinding[]) => {
  const { equal, objects } = digestOf(leases(count, findings));
  return { equal: equal.map(({ message }) => message), single: objects.flatMap((object) => object.findings).length };
};

describe("findings that a report shows as one", () => {
  it.each<[name: string, message: (index: number) => string, pattern: string]>([
    ["equal messages", () => "delete the Lease", "delete the Lease"],
    ["names in quotes", (index) => `no pod has the name "${"b".repeat(index)}", ever`, "no pod has the name …, ever"],
    ["quotes in a name", (index) => `the name "${'\\"'.repeat(index)}" is bad`, "the name … is bad"],
    ["times", (index) => `expired ${index}d${index}h ago: restart it`, "expired … ago: restart it"],
    [
      "timestamps",
      (index) => `"a" is from 2026-07-01T08:00:0${index % 10}.000000Z (or 2026-07-01T08:00:0${index % 7}Z): fix it`,
      "… is from … (or …): fix it",
    ],
    ["namespaces", (index) => `the pod team/${"b".repeat(index)} runs`, "the pod … runs"],
  ])("%s", (_, message, pattern) => {
    const found = (index: number) => [finding({ message: message(index) })];
    expect(shown(11, found)).toEqual({ equal: [pattern], single: 0 });
    expect(shown(10, found)).toEqual({ equal: [], single: 10 });
  });

  it.each<[name: string, change: (index: number) => Partial<AuditFinding>]>([
    ["messages", (index) => ({ message: index % 2 === 0 ? "delete it" : "restart it" })],
    ["severities", (index) => ({ severity: index % 2 === 0 ? "error" : "warning" })],
    ["checks", (index) => ({ origin: index % 2 === 0 ? "audit/holder-gone" : "audit/holder-unknown" })],
    ["fields", (index) => ({ field: index % 2 === 0 ? "" : "spec" })],
  ])("are separate for different %s", (_, change) => {
    expect(shown(20, (index) => [finding(change(index))])).toEqual({ equal: [], single: 20 });
    expect(shown(22, (index) => [finding(change(index))]).equal).toHaveLength(2);
  });

  it("have the worst severity first", () => {
    const { equal } = digestOf(
      leases(11, () => [finding(), finding({ severity: "info" }), finding({ severity: "error" })]),
    );
    expect(equal.map(({ severity }) => severity)).toEqual(["error", "warning", "info"]);
  });

  it("keep the other findings of their objects, and know whether they have commands", () => {
    const other = finding({ origin: "audit/two-writers" });
    const remedy = "kubectl delete";
    const { equal, objects } = digestOf(
      leases(12, (index) => [finding(index < 3 ? { remedy } : {}), ...(index === 7 ? [other] : [])]),
    );
    expect(equal.map(({ hasRemedies }) => hasRemedies)).toEqual([true]);
    expect(digestOf(leases(11, () => [finding()])).equal.map(({ hasRemedies }) => hasRemedies)).toEqual([false]);
    expect(objects).toHaveLength(12);
    expect(objects.flatMap(({ findings }) => findings)).toEqual([other]);
  });

  it("name the first objects", () => {
    expect(firstNames(leases(9, () => []))).toEqual([0, 1, 2, 3, 4].map((index) => `team-a/lease/a-${index}`));
  });
});
