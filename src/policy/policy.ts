import type { FieldPath } from "../core/field/path.ts";
import { type FailingFrom, reaches, type Severity } from "../core/field/severity.ts";
import { dayMs } from "../core/text/duration.ts";
import type { Administrators, Rule, RuleId } from "../rules/rule.ts";
import type { Fence } from "./fence.ts";
import type { Match } from "./match.ts";

/**
 * The modes of findings, strictest first: deny the write, warn the client, write to the audit log.
 */
export const findingModes = ["deny", "warn", "audit"] as const;

export type FindingMode = (typeof findingModes)[number];

/**
 * The mode of a rule. The findings have this mode, unless `warnUntil`, `warnNewHolder`, or an
 * exemption lowers it. A rule that is off reports nothing.
 */
export type Mode = FindingMode | "off";

/** The modes of rules, strictest first. */
export const modes: readonly Mode[] = [...findingModes, "off"];

/**
 * A profile sets the mode of each rule for which the policy sets no mode. The profiles `default`
 * and `strict` set the mode `deny` for some rules. The profile `observe` does not.
 */
export const profiles = ["default", "strict", "observe"] as const;

export type Profile = (typeof profiles)[number];

/** The fields that a policy sets for a rule, either in general or in a scope. */
export interface Setting {
  readonly mode?: Mode;
  /** Before this date, the mode `deny` has the effect of `warn`. */
  readonly warnUntil?: Date;
  /** If true, `deny` has the effect of `warn` for a client that writes a Lease as its holder. */
  readonly warnNewHolder?: boolean;
  /**
   * The values of the parameters that the rule declares. The parameters of a scope replace all
   * parameters of the general setting.
   */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/**
 * A setting for the writes that `match` selects. If a field is absent, the scope uses the field of
 * the rule's general setting. A scope that sets `mode` does not use the general `warnUntil` and
 * `warnNewHolder`.
 */
export interface Scope extends Setting {
  readonly match: Match;
}

/** The general setting of a rule, and its scopes. The first scope that matches a write applies. */
export interface RuleSettings extends Setting {
  readonly scopes?: readonly Scope[];
}

/** The mode that replaces `deny` before `warnUntil`, and where `warnNewHolder` applies. */
export const loweredMode: FindingMode = "warn";

/** The mode of findings for which an exemption is active. */
export const exemptMode: FindingMode = "audit";

/**
 * An exemption selects rules and writes. Until `expires`, findings of these rules for these writes
 * have the mode `audit`.
 */
export interface Exemption {
  readonly rules: readonly RuleId[];
  readonly match: Match;
  readonly reason: string;
  /** The person or team to contact about the exemption. */
  readonly owner: string;
  /** The first moment at which the exemption no longer applies. */
  readonly expires: Date;
}

/** A decoded policy. Defaults replace absent fields. */
export interface Policy {
  readonly profile: Profile;
  /**
   * The maximum difference in milliseconds between a client's clock and the webhook's clock, in
   * either direction.
   */
  readonly clockSkewMs: number;
  readonly administrators: Administrators;
  /** The mode of writes that exceed a limit, or undefined for the mode that the profile sets. */
  readonly unvalidated: FindingMode | undefined;
  readonly rules: ReadonlyMap<RuleId, RuleSettings>;
  readonly exemptions: readonly Exemption[];
  /** The fences, which only an export contains. */
  readonly fences: readonly Fence[];
}

/**
 * The default clock skew allowance: 5 s. NTP normally keeps clocks within a second. With this
 * default, rules still protect most of a lease term of 15 s.
 */
export const defaultClockSkewMs = 5_000;

/**
 * The maximum clock skew allowance: 24 h. The clocks of some clients are hours off. With an
 * allowance of several days, rules about time would not protect any lease.
 */
export const maxClockSkewMs: number = dayMs;

/**
 * The default administrators. kubeadm 1.29 and later add the user of admin.conf to the group
 * `kubeadm:cluster-admins`. In a cluster that kubeadm did not create, the group normally has no
 * permissions.
 */
export const defaultAdministrators: Administrators = { users: [], groups: ["kubeadm:cluster-admins"] };

export const defaultPolicy: Policy = {
  profile: "default",
  clockSkewMs: defaultClockSkewMs,
  administrators: defaultAdministrators,
  unvalidated: undefined,
  rules: new Map(),
  exemptions: [],
  fences: [],
};

const unvalidatedModes: Readonly<Record<Profile, FindingMode>> = { default: "warn", strict: "deny", observe: "audit" };

/**
 * Returns the mode of writes that lease-guard does not validate because they exceed a limit of a
 * review.
 */
export function unvalidatedMode({ unvalidated, profile }: Pick<Policy, "unvalidated" | "profile">): FindingMode {
  return unvalidated ?? unvalidatedModes[profile];
}

export function ruleField(id: RuleId): FieldPath {
  return ["rules", { key: id }];
}

export function scopeField(id: RuleId, index: number): FieldPath {
  return [...ruleField(id), "scopes", index];
}

/** Returns the default policy with the given mode for each given rule. */
export function policyOf(modes: ReadonlyMap<RuleId, Mode>): Policy {
  return { ...defaultPolicy, rules: new Map([...modes].map(([id, mode]) => [id, { mode }])) };
}

/**
 * Reports whether a rule is off because a setting has no parameters. Only a rule of tier policy
 * needs parameters.
 */
export function lacksParameters(
  { tier }: Pick<Rule, "tier">,
  { parameters }: { readonly parameters?: unknown },
): boolean {
  return tier === "policy" && parameters === undefined;
}

/** Reports whether a rule is off for every write because no setting of the rule has parameters. */
export function lacksAllParameters(rule: Pick<Rule, "id" | "tier">, { rules }: Policy): boolean {
  const { scopes = [], ...general } = rules.get(rule.id) ?? {};
  return [general, ...scopes].every((setting) => lacksParameters(rule, setting));
}

export const offWithoutParameters = "without parameters the rule is off";

export const severityOfMode: Readonly<Record<FindingMode, Severity>> = {
  deny: "error",
  warn: "warning",
  audit: "info",
};

/** Reports whether a finding with this mode makes a run fail. */
export function modeFails(mode: FindingMode, failingFrom: FailingFrom): boolean {
  return reaches(severityOfMode[mode], failingFrom);
}

export function modeOfSeverity(severity: Severity): FindingMode {
  return findingModes.find((mode) => severityOfMode[mode] === severity) ?? "audit";
}
