import type { Administrators, RuleId } from "../rules/rule.ts";
import type { Match } from "./match.ts";

/** What a finding does: deny the write, warn the client, write to the audit log, or nothing. */
export type Mode = "deny" | "warn" | "audit" | "off";

/** The mode of a finding: a rule that is off has none. */
export type FindingMode = Exclude<Mode, "off">;

/**
 * Sets the mode of each rule that has no mode of its own: only `default` and `strict` deny writes.
 */
export type Profile = "default" | "strict" | "observe";

/** What an operator sets for a rule. */
export interface Setting {
  readonly mode?: Mode;
  /** Until this date, `deny` only warns. */
  readonly warnUntil?: Date;
  /** In the form that the rule declares; they replace all parameters of a more general setting. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/**
 * A setting for the writes that match; it inherits absent fields, but a mode of its own ignores an
 * inherited date.
 */
export interface Scope extends Setting {
  readonly match: Match;
}

/** The setting of a rule with its scopes, of which the first that matches applies. */
export interface RuleSettings extends Setting {
  readonly scopes?: readonly Scope[];
}

/** Writes whose findings, by some rules, go only to the audit log until a date. */
export interface Exemption {
  readonly rules: readonly RuleId[];
  readonly match: Match;
  readonly reason: string;
  /** The contact for questions about it. */
  readonly owner: string;
  /** The first moment at which it no longer applies. */
  readonly expires: Date;
}

/** All settings of an operator. */
export interface Policy {
  readonly profile: Profile;
  /**
   * How far a client's clock may differ from the server's, in either direction, in milliseconds.
   */
  readonly clockSkewMs: number;
  readonly administrators: Administrators;
  readonly rules: ReadonlyMap<RuleId, RuleSettings>;
  readonly exemptions: readonly Exemption[];
}

/** Suits clocks that NTP keeps within a second, and leaves most of a lease of 15 s protected. */
export const defaultClockSkewMs = 5_000;

/**
 * kubeadm 1.29 and later give this group to the users of admin.conf. No other tool binds it, so it
 * is safe to trust everywhere.
 */
export const defaultAdministrators: Administrators = { users: [], groups: ["kubeadm:cluster-admins"] };

/** The policy of an operator who sets nothing. */
export const defaultPolicy: Policy = {
  profile: "default",
  clockSkewMs: defaultClockSkewMs,
  administrators: defaultAdministrators,
  rules: new Map(),
  exemptions: [],
};

/** Returns the default policy with the modes of some rules. */
export function policyOf(modes: ReadonlyMap<RuleId, Mode>): Policy {
  return { ...defaultPolicy, rules: new Map([...modes].map(([id, mode]) => [id, { mode }])) };
}

/**
 * Reports whether a policy gives a rule parameters for any write; a rule of tier policy is off
 * without them.
 */
export function hasParameters(id: RuleId, { rules }: Policy): boolean {
  const { parameters, scopes = [] } = rules.get(id) ?? {};
  return parameters !== undefined || scopes.some((scope) => scope.parameters !== undefined);
}
