import { mustBeARule, ruleIds } from "../../rules/find-rule.ts";
import type { KnownRuleId } from "../../rules/index.ts";
import { type DecodeOrigin, decodeOrigins } from "../../schema/to-field-error.ts";

/** The origin of a finding in a `Verdict`: the id of a rule, or the id of a schema finding. */
export type FindingOrigin = KnownRuleId | DecodeOrigin;

const origins: readonly string[] = [...ruleIds, ...decodeOrigins];

export function isFindingOrigin(text: string): text is FindingOrigin {
  return origins.includes(text);
}

export function mustBeAnOrigin(text: string): string {
  return mustBeARule(text, origins);
}
