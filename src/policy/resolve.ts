import type { FieldPath } from "../core/field/path.ts";
import type { Rule } from "../rules/rule.ts";
import { type KnownWrite, type Match, matchWrite, type NamedWrite } from "./match.ts";
import { indexMatches } from "./match-index.ts";
import {
  defaultPolicy,
  type Exemption,
  lacksParameters,
  loweredMode,
  type Mode,
  type Policy,
  type Profile,
  ruleField,
  type Scope,
  type Setting,
  scopeField,
} from "./policy.ts";

/**
 * A setting in which every property is present, even if the value is undefined. If all settings
 * have the same properties, V8 is faster.
 */
export interface EffectiveSetting {
  readonly mode: Mode;
  readonly warnUntil: Date | undefined;
  readonly warnNewHolder: boolean;
  readonly parameters: Setting["parameters"] | undefined;
}

export interface ResolvedSetting extends EffectiveSetting {
  /** The writes to which the setting applies. */
  readonly match: Match | undefined;
  /**
   * The part of the policy that sets the mode. `parameters` means that the rule, which is of tier
   * policy, is off because the setting has no parameters.
   */
  readonly setBy: "profile" | "parameters" | "rule" | "scope";
  /**
   * The field of the policy that sets the mode. If no field sets the mode, the value is undefined.
   */
  readonly field: FieldPath | undefined;
}

export interface ResolvedExemption {
  readonly exemption: Exemption;
  readonly field: FieldPath;
}

/**
 * The scopes, the general setting, and the exemptions of one rule. Scopes and exemptions have the
 * order of the policy, and the first match has precedence.
 */
export interface ResolvedRule {
  readonly rule: Rule;
  readonly scopes: readonly (ResolvedSetting & { readonly match: Match })[];
  readonly general: ResolvedSetting;
  readonly exemptions: readonly ResolvedExemption[];
}

/**
 * Returns the settings and exemptions of a rule. Callers can reuse the result for all writes,
 * because it does not depend on a write or on the time.
 */
export function resolveRule(rule: Rule, policy: Policy): ResolvedRule {
  const { scopes = [] } = policy.rules.get(rule.id) ?? {};
  return {
    rule,
    scopes: scopes.map((scope, index) => ({ ...resolveSetting(rule, policy, { scope, index }), match: scope.match })),
    general: resolveSetting(rule, policy, undefined),
    exemptions: policy.exemptions.flatMap((exemption, index) =>
      exemption.rules.includes(rule.id) ? [{ exemption, field: ["exemptions", index] }] : [],
    ),
  };
}

/** Returns a function that returns the setting with the highest precedence for a write. */
export function firstSetting({ scopes, general }: ResolvedRule): (write: NamedWrite) => ResolvedSetting {
  const index = indexMatches(scopes);
  return (write) => index.first(write) ?? general;
}

/**
 * Returns the settings that can apply to a write, in order of precedence. If all parts of the write
 * are known, the list has one setting.
 */
export function possibleSettings({ scopes, general }: ResolvedRule, write: KnownWrite): readonly ResolvedSetting[] {
  const possible: ResolvedSetting[] = [];
  for (const scope of scopes) {
    const result = matchWrite(scope.match, write);
    if (result !== "no") possible.push(scope);
    if (result === "yes") return possible;
  }
  return [...possible, general];
}

/** Returns the exemptions that can apply to a write, including expired exemptions. */
export function possibleExemptions({ exemptions }: ResolvedRule, write: KnownWrite): readonly ResolvedExemption[] {
  return exemptions.filter(({ exemption }) => matchWrite(exemption.match, write) !== "no");
}

export function isActive({ expires }: Exemption, now: Date): boolean {
  return now < expires;
}

/**
 * Returns the date before which a setting warns instead of denying, or undefined if there is none.
 * `warnUntil` has no effect without the mode `deny`.
 */
export function deniesFrom({ mode, warnUntil }: Pick<EffectiveSetting, "mode" | "warnUntil">): Date | undefined {
  return mode === "deny" ? warnUntil : undefined;
}

export function modeAt(setting: EffectiveSetting, now: Date): Mode {
  const date = deniesFrom(setting);
  return date !== undefined && now < date ? loweredMode : setting.mode;
}

/** Returns the modes that a setting has at any time and for any writer. */
export function possibleModes({ mode, warnUntil, warnNewHolder }: EffectiveSetting): readonly Mode[] {
  return mode === "deny" && (warnUntil !== undefined || warnNewHolder) ? [loweredMode, mode] : [mode];
}

/** Reports whether a rule is not off for all writes at all times. */
export function isEverOn({ general, scopes }: Pick<ResolvedRule, "general" | "scopes">): boolean {
  return [general, ...scopes].flatMap(possibleModes).some((mode) => mode !== "off");
}

/** Returns the mode of a rule for writes that no scope matches. Ignores `warnUntil`. */
export function modeOf(rule: Rule, policy: Policy = defaultPolicy): Mode {
  return resolveSetting(rule, policy, undefined).mode;
}

/**
 * Returns the setting of a scope, or the general setting if `at` is undefined. A scope takes absent
 * fields from the general setting, but a scope with a mode takes neither `warnUntil` nor
 * `warnNewHolder`. If neither sets a mode, the profile sets the mode. Without its parameters, a
 * rule of tier policy is off.
 */
function resolveSetting(rule: Rule, { profile, rules }: Policy, at: ScopePosition | undefined): ResolvedSetting {
  const { scope, index } = at ?? {};
  const general: Setting = rules.get(rule.id) ?? {};
  const match = scope?.match;
  const parameters = scope?.parameters ?? general.parameters;
  const own = ({ mode, warnUntil, warnNewHolder = false }: Setting & { readonly mode: Mode }): EffectiveSetting => ({
    mode,
    warnUntil,
    warnNewHolder,
    parameters,
  });
  if (lacksParameters(rule, { parameters }))
    return { ...own({ mode: "off" }), match, setBy: "parameters", field: undefined };
  if (scope?.mode !== undefined && index !== undefined)
    return {
      ...own({ ...scope, mode: scope.mode }),
      match,
      setBy: "scope",
      field: [...scopeField(rule.id, index), "mode"],
    };
  const dated = { ...general, ...(scope?.warnUntil && { warnUntil: scope.warnUntil }) };
  if (general.mode !== undefined)
    return {
      ...own({ ...dated, mode: general.mode }),
      match,
      setBy: "rule",
      field: [...ruleField(rule.id), "mode"],
    };
  return { ...own({ ...dated, mode: profileMode(rule, profile) }), match, setBy: "profile", field: undefined };
}

interface ScopePosition {
  readonly scope: Scope;
  readonly index: number;
}

/** Returns the mode that a profile sets for a rule. Assumes that the rule has its parameters. */
export function profileMode({ tier, atMost }: Rule, profile: Profile): Mode {
  if (profile === "observe" || atMost === "audit") return "audit";
  if (tier === "api") return "deny";
  return profile === "strict" ? (atMost ?? "deny") : "warn";
}
