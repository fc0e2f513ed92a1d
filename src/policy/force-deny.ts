import { hasParameters } from "../policy-file/has-parameters.ts";
import { rules } from "../rules/index.ts";
import type { RuleId } from "../rules/rule.ts";
import type { Policy, Scope } from "./policy.ts";

/** The policy with some rules that refuse a write wherever, whoever and whenever, by the parameters they have. */
export function forceDeny(policy: Policy, ids: readonly RuleId[]): Policy {
  const denied = ids.map((id) => {
    const { parameters, scopes = [] } = policy.rules.get(id) ?? {};
    const ofScopes = scopes.map(({ match, parameters }): Scope => ({ match, mode: "deny", ...(parameters && { parameters }) }));
    return [id, { mode: "deny", ...(parameters && { parameters }), ...(ofScopes.length > 0 && { scopes: ofScopes }) }] as const;
  });
  return {
    ...policy,
    rules: new Map([...policy.rules, ...denied]),
    exemptions: policy.exemptions.map((exemption) => ({ ...exemption, rules: exemption.rules.filter((id) => !ids.includes(id)) })),
  };
}

/** What keeps some rules from refusing anything under a policy, however they are denied: nowhere a parameter to judge by. */
export function forceDenyProblem(policy: Policy, ids: readonly RuleId[]): string | undefined {
  const idle = rules.find(({ id, tier }) => ids.includes(id) && tier === "policy" && !hasParameters(id, policy));
  return idle && `${idle.id} must have parameters in the policy to be denied, for without parameters the rule is off`;
}
