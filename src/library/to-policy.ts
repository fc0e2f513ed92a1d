import { errorText } from "../field/error.ts";
import { type Mode, type Policy, policyOf } from "../policy/policy.ts";
import { decodePolicy } from "../policy-file/decode-policy.ts";
import type { PolicyDocument } from "../policy-file/policy-document.ts";
import { type KnownRuleId, rules } from "../rules/index.ts";
import { mustBeRule } from "./finder.ts";

/** The modes of single rules. */
export type Modes = Readonly<Partial<Record<KnownRuleId, Mode>>>;

const modes: Readonly<Record<Mode, true>> = { deny: true, warn: true, audit: true, off: true };

/**
 * Returns the policy for modes or for a parsed policy file. Throws a TypeError for an unknown rule
 * or mode. For an invalid policy, the TypeError contains all errors.
 */
export function toPolicy(chosen: Modes | undefined, written: PolicyDocument | undefined): Policy {
  if (written === undefined) return fromModes(chosen ?? {});
  if (chosen !== undefined) throw new TypeError("modes must not be set together with a policy");
  const decoded = decodePolicy(written);
  if (decoded.ok) return decoded.value;
  throw new TypeError(`the policy is invalid: ${decoded.error.map(errorText).join("; ")}`);
}

function fromModes(chosen: Modes): Policy {
  const policy = new Map<KnownRuleId, Mode>();
  for (const [id, mode] of Object.entries(chosen)) {
    mustBeRule(id);
    if (!Object.hasOwn(modes, mode)) {
      throw new TypeError(`the mode of ${id} must be ${Object.keys(modes).join(", ")}, not ${JSON.stringify(mode)}`);
    }
    if (mode !== "off" && rules.some((rule) => rule.id === id && rule.tier === "policy"))
      throw new TypeError(`the mode of ${id} belongs in a policy with parameters, because without parameters the rule is off`);
    policy.set(id, mode);
  }
  return policyOf(policy);
}
