import type { Rule, RuleId } from "../rules/rule.ts";
import type { Match } from "./match.ts";

/** What a finding does: refuse the write, warn the client, note it in the audit log, nothing. */
export type Mode = "deny" | "warn" | "audit" | "off";

/** What comes of a finding. */
export type FindingMode = Exclude<Mode, "off">;

/** What rules do that an operator does not name: `default` refuses only what kube-apiserver does, `observe` nothing. */
export type Profile = "default" | "strict" | "observe";

/** What an operator wants of a rule. */
export interface Setting {
  readonly mode?: Mode;
  /** Until then `deny` only warns. */
  readonly warnUntil?: Date;
  /** As the rule declares them; they replace all that was said before. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A setting for some writes; what it leaves out is as for all others, but a mode of its own does not wait for their date. */
export interface Scope extends Setting {
  readonly match: Match;
}

/** What an operator wants of a rule, by scope: the first that matches counts. */
export interface RuleSettings extends Setting {
  readonly scopes?: readonly Scope[];
}

/** Writes that rules do not refuse or warn of for a while. */
export interface Exemption {
  readonly rules: readonly RuleId[];
  readonly match: Match;
  readonly reason: string;
  /** Whom to ask. */
  readonly owner: string;
  /** From then on it no longer holds. */
  readonly expires: Date;
}

/** All that an operator decides. */
export interface Policy {
  readonly profile: Profile;
  /** How far a client's clock may be from ours, either way, in milliseconds. */
  readonly clockSkewMs: number;
  readonly rules: ReadonlyMap<RuleId, RuleSettings>;
  readonly exemptions: readonly Exemption[];
}

/** The clock skew allowance unless an operator says otherwise: NTP keeps clocks within a second, and a lease of 15 s must stay guarded. */
export const defaultClockSkewMs = 5_000;

/** Nothing decided. */
export const defaultPolicy: Policy = { profile: "default", clockSkewMs: defaultClockSkewMs, rules: new Map(), exemptions: [] };

/** Nothing decided but the modes of some rules. */
export function policyOf(modes: ReadonlyMap<RuleId, Mode>): Policy {
  return { ...defaultPolicy, rules: new Map([...modes].map(([id, mode]) => [id, { mode }])) };
}

/** The mode a rule has under a policy outside of all scopes, before any date. */
export function modeOf(rule: Rule, policy: Policy = defaultPolicy): Mode {
  return effectiveSetting(rule, policy, undefined).mode;
}

/** What a setting comes to at a time. */
export function modeAt({ mode, warnUntil }: EffectiveSetting, now: Date): Mode {
  return mode === "deny" && warnUntil !== undefined && now < warnUntil ? "warn" : mode;
}

/** A setting with all that was left out; always of one shape, for V8. */
export interface EffectiveSetting {
  readonly mode: Mode;
  readonly warnUntil: Date | undefined;
  readonly parameters: Setting["parameters"] | undefined;
}

/** What a policy makes of a rule in a scope, or outside of all. A rule of tier policy without parameters is off. */
export function effectiveSetting(rule: Rule, { profile, rules }: Policy, scope: Scope | undefined): EffectiveSetting {
  const general: Setting = rules.get(rule.id) ?? {};
  const mode = scope?.mode ?? general.mode;
  const warnUntil = scope?.warnUntil ?? (scope?.mode === undefined ? general.warnUntil : undefined);
  const parameters = scope?.parameters ?? general.parameters;
  if (rule.tier === "policy" && parameters === undefined) return { mode: "off", warnUntil: undefined, parameters };
  return { mode: mode ?? profileMode(rule, profile), warnUntil, parameters };
}

function profileMode({ tier, strict }: Rule, profile: Profile): Mode {
  if (profile === "observe") return "audit";
  if (tier === "api") return "deny";
  return profile === "strict" ? (strict ?? "deny") : "warn";
}
