import type { FenceEntry, SettingEntry } from "../policy/file/policy-document.ts";
import type { Match } from "../policy/match.ts";
import type { Exemption, Mode } from "../policy/policy.ts";
import type { RuleId } from "../rules/rule.ts";

/** An entry of a learned policy. The comment states from which writes the entry was learned. */
export interface LearnedEntry<T extends object> {
  readonly comment: string;
  readonly value: T;
}

/** The general setting of a rule. A learned setting always has a mode. */
export interface LearnedSetting extends SettingEntry {
  readonly mode: Mode;
}

export interface LearnedScope extends LearnedSetting {
  readonly match: Match;
}

export interface LearnedRule {
  readonly id: RuleId;
  readonly setting?: LearnedEntry<LearnedSetting>;
  readonly scopes: readonly LearnedEntry<LearnedScope>[];
}

export interface LearnedExemption extends Omit<Exemption, "expires"> {
  readonly expires: string;
}

/** A learned fence only warns, without a date. A person changes its mode to `deny`. */
export interface LearnedFence extends FenceEntry {
  readonly deletes: false;
  readonly mode: "warn";
}

export interface LearnedPolicy {
  /** The lines of the comment at the beginning of the file. */
  readonly header: readonly string[];
  readonly administrators: { readonly users?: readonly string[]; readonly groups: readonly string[] };
  readonly rules: readonly LearnedRule[];
  readonly exemptions: readonly LearnedEntry<LearnedExemption>[];
  /** With `--fences`, the fences around resources that only leaders write. */
  readonly fences?: readonly LearnedEntry<LearnedFence>[];
  /**
   * The lines of the comment at the end of the file. The comment lists what `learn` did not learn,
   * and the writers that a person must check.
   */
  readonly notes: readonly string[];
}
