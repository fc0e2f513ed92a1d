import { failed, ok, type Result } from "../core/field/result.ts";
import { findRule } from "../rules/find-rule.ts";
import { rules } from "../rules/index.ts";
import type { RuleId } from "../rules/rule.ts";
import { runsIn } from "../rules/rule-runner.ts";
import { lacksAllParameters, offWithoutParameters, type Policy, type RuleSettings, type Scope } from "./policy.ts";

/**
 * Returns a policy in which every setting of the given rules has the mode `deny`. The settings keep
 * their parameters, but `warnUntil` and exemptions no longer apply to the rules. Fails if a given
 * rule of tier policy has no parameters in the policy. Also fails for a relation rule, because no
 * webhook runs relation rules.
 */
export function forceDeny(policy: Policy, ids: readonly RuleId[]): Result<Policy, string> {
  const idle = rules.find((rule) => ids.includes(rule.id) && lacksAllParameters(rule, policy));
  if (idle !== undefined)
    return failed(`${idle.id} must have parameters in the policy to deny writes; ${offWithoutParameters}`);
  const relation = rules.find((rule) => ids.includes(rule.id) && !runsIn("webhook", rule));
  if (relation !== undefined)
    return failed(`${relation.id} must not be set, because the webhook gets only the object of a write`);
  const denied = ids.map((id) => {
    const { parameters, scopes = [] } = policy.rules.get(id) ?? {};
    const deniedScopes = scopes.map(
      ({ match, parameters }): Scope => ({ match, mode: "deny", ...(parameters && { parameters }) }),
    );
    return [
      id,
      { mode: "deny", ...(parameters && { parameters }), ...(deniedScopes.length > 0 && { scopes: deniedScopes }) },
    ] as const;
  });
  return ok({
    ...policy,
    rules: new Map<RuleId, RuleSettings>([...policy.rules, ...denied]),
    exemptions: policy.exemptions.map((exemption) => ({
      ...exemption,
      rules: exemption.rules.filter((id) => !ids.includes(id)),
    })),
  });
}

/** Returns the rules that the values of `--deny` name. The error is about the first wrong value. */
export function deniedRules(values: readonly string[]): Result<readonly RuleId[], string> {
  const ids: RuleId[] = [];
  for (const value of values) {
    const rule = findRule(value);
    if (!rule.ok) return rule;
    ids.push(rule.value.id);
  }
  return ok(ids);
}
