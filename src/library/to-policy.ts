import { errorText } from "../core/field/error.ts";
import { decodePolicy } from "../policy/file/decode-policy.ts";
import type { PolicyDocument } from "../policy/file/policy-document.ts";
import { lacksParameters, type Mode, modes, offWithoutParameters, type Policy, policyOf } from "../policy/policy.ts";
import { findRule } from "../rules/find-rule.ts";
import type { KnownRuleId } from "../rules/index.ts";
import type { RuleId } from "../rules/rule.ts";

/** The modes of individual rules, by rule id. */
export type Modes = Readonly<Partial<Record<KnownRuleId, Mode>>>;

/**
 * Returns the policy for modes or for a parsed policy file. Throws a TypeError if both are set, or
 * if a mode or the policy is invalid. For an invalid policy, the message contains the errors of the
 * policy.
 */
export function toPolicy(chosen: Modes | undefined, written: PolicyDocument | undefined): Policy {
  if (written === undefined) return fromModes(chosen ?? {});
  if (chosen !== undefined) throw new TypeError("modes must not be set together with a policy");
  const decoded = decodePolicy(written);
  if (decoded.ok) return decoded.value;
  throw new TypeError(`the policy is invalid: ${decoded.error.map(errorText).join("; ")}`);
}

function fromModes(chosen: Modes): Policy {
  const policy = new Map<RuleId, Mode>();
  for (const [id, mode] of Object.entries(chosen)) {
    const rule = findRule(id);
    if (!rule.ok) throw new TypeError(rule.error);
    if (!modes.includes(mode))
      throw new TypeError(`the mode of ${id} must be ${modes.join(", ")}, not ${JSON.stringify(mode)}`);
    if (mode !== "off" && lacksParameters(rule.value, {}))
      throw new TypeError(`the mode of ${id} belongs in a policy with parameters, because ${offWithoutParameters}`);
    policy.set(rule.value.id, mode);
  }
  return policyOf(policy);
}
