import { defaultPolicy } from "../../policy/policy.ts";
import { modeOf } from "../../policy/resolve.ts";
import { jsonReport } from "../../report/json-report.ts";
import { alignedRows } from "../../report/text-blocks.ts";
import type { Rule } from "../../rules/rule.ts";
import type { SetCheck } from "../../workload/check.ts";

export function ruleTable(rules: readonly Rule[]): string {
  const rows = rules.map(listed).map(({ id, tier, mode, kinds, operations, description }) => {
    return [id, tier, mode, kinds.join(","), operations.join(","), description];
  });
  return `${alignedRows([["RULE", "TIER", "MODE", "KINDS", "OPERATIONS", "DESCRIPTION"], ...rows]).join("\n")}\n`;
}

export function checkTable(checks: readonly Pick<SetCheck<never>, "id" | "severity" | "description">[]): string {
  const rows = checks.map(({ id, severity, description }) => [id, severity, description]);
  return `${alignedRows([["CHECK", "SEVERITY", "DESCRIPTION"], ...rows]).join("\n")}\n`;
}

/** Formats rules as JSON. The schema is `schemas/report/v1alpha1/rule-list.json`. */
export function ruleList(rules: readonly Rule[]): string {
  return jsonReport("RuleList", { items: rules.map(listed) });
}

function listed(rule: Rule) {
  const { id, tier, kinds, operations, description, parameters } = rule;
  const strictMode = modeOf(rule, { ...defaultPolicy, profile: "strict" });
  return {
    id,
    tier,
    mode: modeOf(rule),
    strictMode,
    kinds,
    operations,
    description,
    ...(parameters && { parameters }),
  };
}
