import { mustBeARule, ruleIds } from "../rules/find-rule.ts";
import type { KnownRuleId } from "../rules/index.ts";
import { type DecodeOrigin, decodeOrigins } from "../schema/to-field-error.ts";

/** The origin of a finding in a verdict: a rule, or a check whether the object decodes. */
export type FindingOrigin = KnownRuleId | DecodeOrigin;

const origins: readonly string[] = [...ruleIds, ...decodeOrigins];

/** Reports whether a text is the origin of a finding. */
export function isFindingOrigin(text: string): text is FindingOrigin {
  return origins.includes(text);
}

/** Returns what a text must be that is not the origin of a finding. */
export function mustBeAnOrigin(text: string): string {
  return mustBeARule(text, origins);
}
