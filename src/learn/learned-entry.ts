import type { Match } from "../policy/match.ts";
import type { Mode } from "../policy/policy.ts";
import type { RuleId } from "../rules/rule.ts";

/** An entry of a learned policy. The comment states from which writes the entry was learned. */
export interface LearnedEntry<T extends object> {
  readonly comment: string;
  readonly value: T;
}

/** A scope of a rule, in the form of a policy document. */
export interface LearnedScope {
  readonly match: Match;
  readonly mode: Mode;
  readonly warnUntil?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The general setting of a rule, in the form of a policy document. */
export interface LearnedSetting {
  readonly mode: Mode;
  readonly warnUntil?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A learned rule: its general setting, if there is one, and its scopes. */
export interface LearnedRule {
  readonly id: RuleId;
  readonly setting?: LearnedEntry<LearnedSetting>;
  readonly scopes: readonly LearnedEntry<LearnedScope>[];
}

/** An exemption, in the form of a policy document. */
export interface LearnedExemption {
  readonly rules: readonly RuleId[];
  readonly match: Match;
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
}

/** A policy that was learned, with a comment for each entry. */
export interface LearnedPolicy {
  /** The comment at the beginning of the file. */
  readonly header: readonly string[];
  readonly administrators: { readonly users?: readonly string[]; readonly groups: readonly string[] };
  readonly rules: readonly LearnedRule[];
  readonly exemptions: readonly LearnedEntry<LearnedExemption>[];
  /** The comment at the end of the file: what was not learned. */
  readonly notes: readonly string[];
}
