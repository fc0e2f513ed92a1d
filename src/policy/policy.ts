import type { Administrators, RuleId } from "../rules/rule.ts";
import type { Match } from "./match.ts";

/** The effect of a finding: deny the write, warn the client, write to the audit log, or nothing. */
export type Mode = "deny" | "warn" | "audit" | "off";

/** The mode of a finding. A rule that is off does not report findings. */
export type FindingMode = Exclude<Mode, "off">;

/**
 * A profile sets the mode of each rule for which the policy sets no mode. The profiles `default`
 * and `strict` can deny writes. The profile `observe` never denies a write.
 */
export type Profile = "default" | "strict" | "observe";

/** The part of a policy that an operator sets for a rule. */
export interface Setting {
  readonly mode?: Mode;
  /** Until this date, `deny` only warns. */
  readonly warnUntil?: Date;
  /**
   * The parameters in the form that the rule declares. They replace all parameters of a more
   * general setting.
   */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/**
 * A setting for the writes that match. If a field is absent, the scope inherits it from the setting
 * of the rule. If the scope sets `mode`, it does not inherit `warnUntil`.
 */
export interface Scope extends Setting {
  readonly match: Match;
}

/** The setting of a rule with its scopes. The first scope that matches applies. */
export interface RuleSettings extends Setting {
  readonly scopes?: readonly Scope[];
}

/**
 * An exemption selects writes and rules. Findings of these rules for these writes go only to the
 * audit log until a date.
 */
export interface Exemption {
  readonly rules: readonly RuleId[];
  readonly match: Match;
  readonly reason: string;
  /** The contact for questions about the exemption. */
  readonly owner: string;
  /** The first moment at which the exemption no longer applies. */
  readonly expires: Date;
}

/** All settings of an operator. */
export interface Policy {
  readonly profile: Profile;
  /**
   * The maximum difference in milliseconds between a client's clock and the server's clock, in
   * either direction.
   */
  readonly clockSkewMs: number;
  readonly administrators: Administrators;
  readonly rules: ReadonlyMap<RuleId, RuleSettings>;
  readonly exemptions: readonly Exemption[];
}

/**
 * The default allowance suits clocks that NTP keeps within a second. Rules still protect most of
 * the term of a lease of 15 s.
 */
export const defaultClockSkewMs = 5_000;

/**
 * kubeadm 1.29 and later add the user of admin.conf to this group. In a cluster that kubeadm did
 * not create, the group has no rights.
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
 * Reports whether a policy gives parameters to a rule for any write. A rule of tier policy is off
 * without parameters.
 */
export function hasParameters(id: RuleId, { rules }: Policy): boolean {
  const { parameters, scopes = [] } = rules.get(id) ?? {};
  return parameters !== undefined || scopes.some((scope) => scope.parameters !== undefined);
}
