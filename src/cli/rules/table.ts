import { defaultPolicy } from "../../policy/policy.ts";
import { modeOf } from "../../policy/resolve.ts";
import type { Rule } from "../../rules/rule.ts";
import { alignedRows } from "../shared/table.ts";

/** Rules as a table for people, in the order given. */
export function ruleTable(rules: readonly Rule[]): string {
  const rows = rules.map(listed).map(({ id, tier, mode, kinds, operations, description }) => {
    return [id, tier, mode, kinds.join(","), operations.join(","), description];
  });
  return `${alignedRows([["RULE", "TIER", "MODE", "KINDS", "OPERATIONS", "DESCRIPTION"], ...rows]).join("\n")}\n`;
}

/** Rules for programs; `schemas/report/v1alpha1/rule-list.json` describes it. */
export function ruleList(rules: readonly Rule[]): string {
  const list = { apiVersion: "report.lease-guard.dev/v1alpha1", kind: "RuleList", items: rules.map(listed) };
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

function listed(rule: Rule) {
  const { id, tier, kinds, operations, description, parameters } = rule;
  const strictMode = modeOf(rule, { ...defaultPolicy, profile: "strict" });
  return { id, tier, mode: modeOf(rule), strictMode, kinds, operations, description, ...(parameters && { parameters }) };
}
