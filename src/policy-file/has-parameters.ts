import type { Policy } from "../policy/policy.ts";
import type { RuleId } from "../rules/rule.ts";

/** Whether a policy gives a rule parameters for some writes: without any a rule of tier policy is off. */
export function hasParameters(id: RuleId, policy: Policy): boolean {
  const { parameters, scopes = [] } = policy.rules.get(id) ?? {};
  return [parameters, ...scopes.map((scope) => scope.parameters)].some((given) => given !== undefined);
}
