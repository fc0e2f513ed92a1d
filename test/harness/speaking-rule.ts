import { invalid } from "../../src/field/error.ts";
import { defineRule, type Rule } from "../../src/rules/rule.ts";

/** A rule for Leases that always speaks, and twice, for tests of what comes of it; `facts` are what it is other than an `api` rule. */
export function speakingRule(facts: Partial<Rule> = {}): Rule {
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
