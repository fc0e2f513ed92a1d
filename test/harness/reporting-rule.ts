import { invalid } from "../../src/core/field/error.ts";
import { defineRule, type Rule } from "../../src/rules/rule.ts";

/** Creates a rule for Leases that reports two findings for every write. */
export function reportingRule(facts: Partial<Rule> = {}): Rule {
  const rule = defineRule({
    id: "lease/a",
    tier: "api",
    description: "must not be",
    kinds: ["Lease"],
    operations: ["CREATE", "UPDATE", "DELETE"],
    *check() {
      yield invalid(["spec"], 1, "first");
      yield invalid(["spec"], 2, "second");
    },
  });
  return { ...rule, ...facts };
}
