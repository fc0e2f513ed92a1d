import { expect, it } from "vitest";
import { mustBeACheckOrRule, mustBeARule, ruleById } from "../../src/rules/find-rule.ts";
import { rules } from "../../src/rules/index.ts";

it("finds every rule by its id, and no other text", () => {
  for (const rule of rules) expect(ruleById(rule.id)).toBe(rule);
  for (const text of ["", "lease", "__proto__", "constructor"]) expect(ruleById(text)).toBeUndefined();
});

it.each([
  ["lease/strategy-vald", "must be a rule: did you mean lease/strategy-valid?"],
  ["lease/duration-k", "must be a rule: did you mean lease/duration-kept?"],
  ["not-a-rule-at-all", "must be a rule: lease-guard rules lists them"],
  ["", "must be a rule: lease-guard rules lists them"],
])("suggests a rule for %j", (text, message) => {
  expect(mustBeARule(text)).toBe(message);
});

it.each([
  ["holder-gone", "must be a check or a rule: did you mean audit/holder-gone?"],
  ["nothing", "must be a check or a rule: docs/audit.md lists the checks, and lease-guard rules the rules"],
])("suggests a check, or names both lists: %s", (text, message) => {
  expect(mustBeACheckOrRule(text, ["audit/holder-gone", "lease/holder-pattern"])).toBe(message);
});
