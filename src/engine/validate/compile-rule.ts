import type { NamedWrite } from "../../policy/match.ts";
import { indexMatches } from "../../policy/match-index.ts";
import type { Exemption } from "../../policy/policy.ts";
import { firstSetting, isActive, type ResolvedRule, type ResolvedSetting } from "../../policy/resolve.ts";

export interface CompiledRule extends Pick<ResolvedRule, "rule" | "general" | "scopes"> {
  readonly settingOf: (write: NamedWrite) => ResolvedSetting;
  /** If the rule has no exemptions, the value is undefined. */
  readonly exemptionOf: ExemptionOf | undefined;
}

export interface AppliedExemption {
  /**
   * The active exemption that matches the write. Because of this exemption, the mode of the finding
   * is `audit`.
   */
  readonly exemption?: Exemption | undefined;
  /**
   * The first expired exemption that matches the write. If an active exemption matches, the value
   * is undefined.
   */
  readonly expiredExemption?: Exemption | undefined;
}

type ExemptionOf = (write: NamedWrite, now: Date) => AppliedExemption;

export function compileRule(resolved: ResolvedRule): CompiledRule {
  const { rule, general, scopes, exemptions } = resolved;
  const exemptionOf = exemptions.length === 0 ? undefined : exemptionFrom(exemptions.map(({ exemption }) => exemption));
  return { rule, general, scopes, settingOf: firstSetting(resolved), exemptionOf };
}

/**
 * Returns a function that returns the first active exemption that matches a write. If every
 * matching exemption has expired, the function returns the first expired exemption. If no exemption
 * matches, the function returns an empty object.
 */
export function exemptionFrom(exemptions: readonly Exemption[]): ExemptionOf {
  const index = indexMatches(exemptions);
  return (write, now) => {
    const matching = index.all(write);
    const active = matching.find((exemption) => isActive(exemption, now));
    if (active !== undefined) return { exemption: active };
    return matching[0] === undefined ? {} : { expiredExemption: matching[0] };
  };
}
