import { rules } from "../rules/index.ts";
import type { Rule, RuleId, Tier } from "../rules/rule.ts";
import type { KnownWrite } from "./match.ts";
import { type Exemption, exemptMode, type Policy } from "./policy.ts";
import {
  isActive,
  modeAt,
  possibleExemptions,
  possibleSettings,
  type ResolvedExemption,
  type ResolvedSetting,
  resolveRule,
} from "./resolve.ts";

/**
 * The mode of a rule for some writes at a given time, and the part of the policy that sets the
 * mode.
 */
export interface ExplainedSetting
  extends Pick<Partial<ResolvedSetting>, "match" | "field" | "warnUntil" | "warnNewHolder" | "parameters"> {
  readonly rule: RuleId;
  readonly tier: Tier;
  readonly mode: ResolvedSetting["mode"];
  readonly setBy: ResolvedSetting["setBy"] | "exemption";
  readonly exemption?: Exemption;
}

/**
 * Returns the settings that can apply to a write at a given time, rule by rule. The settings of a
 * rule are in order of precedence: exemptions, then scopes, then the general setting. Omits expired
 * exemptions, and the exemptions from a rule that is off in all these settings.
 */
export function settingsFor(policy: Policy, write: KnownWrite, now: Date): readonly ExplainedSetting[] {
  return rules.flatMap((rule) => {
    const resolved = resolveRule(rule, policy);
    const settings = possibleSettings(resolved, write).map((setting) => explainSetting(rule, setting, now));
    if (settings.every(({ mode }) => mode === "off")) return settings;
    const exemptions = possibleExemptions(resolved, write).filter(({ exemption }) => isActive(exemption, now));
    return [...exemptions.map((exemption) => explainExemption(rule, exemption)), ...settings];
  });
}

/**
 * Returns the explanation of a setting. Omits `warnUntil` and `warnNewHolder` if they do not change
 * the mode.
 */
function explainSetting({ id, tier }: Rule, setting: ResolvedSetting, now: Date): ExplainedSetting {
  const { match, setBy, field, warnUntil, warnNewHolder, parameters } = setting;
  const mode = modeAt(setting, now);
  return {
    rule: id,
    tier,
    mode,
    ...(match && { match }),
    setBy,
    ...(field && { field }),
    ...(mode !== setting.mode && warnUntil && { warnUntil }),
    ...(setting.mode === "deny" && warnNewHolder && { warnNewHolder }),
    ...(parameters && { parameters }),
  };
}

function explainExemption({ id, tier }: Rule, { exemption, field }: ResolvedExemption): ExplainedSetting {
  return { rule: id, tier, mode: exemptMode, match: exemption.match, setBy: "exemption", field, exemption };
}
