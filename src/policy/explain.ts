import type { FieldPath } from "../field/path.ts";
import { rules } from "../rules/index.ts";
import type { Rule, RuleId, Tier } from "../rules/rule.ts";
import { matchesAny } from "../text/glob.ts";
import type { Match } from "./match.ts";
import { type EffectiveSetting, type Exemption, effectiveSetting, type Mode, modeAt, type Policy, type Scope } from "./policy.ts";

/** What is known of a write; what is undefined may be anything. */
export interface KnownWrite {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly user?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** What a rule does to some writes, and what in the policy says so. */
export interface PolicySetting {
  readonly rule: RuleId;
  readonly tier: Tier;
  readonly mode: Mode;
  /** Which writes are meant; absent for all, or all others. */
  readonly match?: Match;
  /** What decides the mode: `parameters` where there are none, so that the rule is off. */
  readonly because: "profile" | "parameters" | "rule" | "scope" | "exemption";
  /** Absent where the text of the policy does not say it. */
  readonly field?: FieldPath;
  /** Until then it only warns. */
  readonly warnUntil?: Date;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly exemption?: Exemption;
}

/** What every rule does to the writes that may be meant, at a time: exemptions first, then scopes, each the first that matches. */
export function explainPolicy(policy: Policy, known: KnownWrite, now: Date): readonly PolicySetting[] {
  return rules.flatMap((rule) => {
    const scopes = (policy.rules.get(rule.id)?.scopes ?? []).map((scope, index) => ({ scope, index }));
    const met = scopes.filter(({ scope: { match } }) => matchesPartly(match, known) !== "no");
    const certain = met.findIndex(({ scope: { match } }) => matchesPartly(match, known) === "yes");
    const reached = certain === -1 ? met : met.slice(0, certain + 1);
    const settings = [
      ...reached.map(({ scope, index }) => settingOf(rule, policy, now, { scope, index })),
      ...(certain === -1 ? [settingOf(rule, policy, now)] : []),
    ];
    const judges = settings.some(({ mode }) => mode !== "off");
    return judges ? [...exemptionsOf(rule, policy, known, now), ...settings] : settings;
  });
}

function settingOf(rule: Rule, policy: Policy, now: Date, at?: { readonly scope: Scope; readonly index: number }): PolicySetting {
  const setting = effectiveSetting(rule, policy, at?.scope);
  const { warnUntil, parameters } = setting;
  const mode = modeAt(setting, now);
  return {
    rule: rule.id,
    tier: rule.tier,
    mode,
    ...(at && { match: at.scope.match }),
    ...reason(rule, policy, setting, at),
    ...(mode !== setting.mode && warnUntil && { warnUntil }),
    ...(parameters && { parameters }),
  };
}

function reason(
  { id, tier }: Rule,
  { rules }: Policy,
  { parameters }: EffectiveSetting,
  at: { readonly scope: Scope; readonly index: number } | undefined,
): Pick<PolicySetting, "because" | "field"> {
  const general = rules.get(id);
  const field: FieldPath = ["rules", { key: id }];
  if (tier === "policy" && parameters === undefined) return { because: "parameters" };
  if (at?.scope.mode !== undefined) return { because: "scope", field: [...field, "scopes", at.index] };
  return general?.mode === undefined ? { because: "profile" } : { because: "rule", field };
}

function exemptionsOf({ id, tier }: Rule, { exemptions }: Policy, known: KnownWrite, now: Date): readonly PolicySetting[] {
  return exemptions.flatMap((exemption, index) => {
    const { rules, match, expires } = exemption;
    const holds = rules.includes(id) && now < expires && matchesPartly(match, known) !== "no";
    return holds ? [{ rule: id, tier, mode: "audit", match, because: "exemption", field: ["exemptions", index], exemption }] : [];
  });
}

/** Whether a write is meant of which not everything is known. */
function matchesPartly(match: Match, { namespace, name, user, groups }: KnownWrite): "yes" | "no" | "maybe" {
  const parts = [
    matchesOne(match.namespaces, namespace && [namespace]),
    matchesOne(match.names, name && [name]),
    matchesOne(match.users, user && [user]),
    matchesOne(match.groups, groups),
    match.labels === undefined ? "yes" : "maybe",
  ] as const;
  if (parts.includes("no")) return "no";
  return parts.includes("maybe") ? "maybe" : "yes";
}

function matchesOne(patterns: readonly string[] | undefined, texts: readonly string[] | "" | undefined): "yes" | "no" | "maybe" {
  if (patterns === undefined) return "yes";
  if (!texts) return "maybe";
  return texts.some((text) => matchesAny(patterns, text)) ? "yes" : "no";
}
