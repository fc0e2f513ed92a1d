import { rules } from "../rules/index.ts";
import type { RuleId } from "../rules/rule.ts";
import { hasParameters, type Policy, type Scope } from "./policy.ts";

/** Makes some rules deny every write, with the parameters that the policy gives them. */
export function forceDeny(policy: Policy, ids: readonly RuleId[]): Policy {
  const denied = ids.map((id) => {
    const { parameters, scopes = [] } = policy.rules.get(id) ?? {};
    const deniedScopes = scopes.map(({ match, parameters }): Scope => ({ match, mode: "deny", ...(parameters && { parameters }) }));
    return [id, { mode: "deny", ...(parameters && { parameters }), ...(deniedScopes.length > 0 && { scopes: deniedScopes }) }] as const;
  });
  return {
    ...policy,
    rules: new Map([...policy.rules, ...denied]),
    exemptions: policy.exemptions.map((exemption) => ({ ...exemption, rules: exemption.rules.filter((id) => !ids.includes(id)) })),
  };
}

/** Returns why one of the rules cannot deny: it is of tier policy, and the policy gives it no parameters. */
export function forceDenyProblem(policy: Policy, ids: readonly RuleId[]): string | undefined {
  const idle = rules.find(({ id, tier }) => ids.includes(id) && tier === "policy" && !hasParameters(id, policy));
  return idle && `${idle.id} must have parameters in the policy to deny writes; without parameters the rule is off`;
}
