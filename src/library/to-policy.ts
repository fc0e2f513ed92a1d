import type { KnownRuleId } from "../rules/index.ts";
import { type Mode, type Policy, policyOf } from "../rules/policy.ts";
import { mustBeRule } from "./finder.ts";

/** What comes of single rules. */
export type Modes = Readonly<Partial<Record<KnownRuleId, Mode>>>;

const modes: Readonly<Record<Mode, true>> = { deny: true, warn: true, audit: true, off: true };

/** Throws a TypeError for a rule or a mode that does not exist. */
export function toPolicy(chosen: Modes): Policy {
  const policy = new Map<KnownRuleId, Mode>();
  for (const [id, mode] of Object.entries(chosen)) {
    mustBeRule(id);
    if (!Object.hasOwn(modes, mode)) {
      throw new TypeError(`the mode of ${id} must be ${Object.keys(modes).join(", ")}, not ${JSON.stringify(mode)}`);
    }
    policy.set(id, mode);
  }
  return policyOf(policy);
}
