import type { Match } from "../policy/match.ts";
import type { Exemption, Mode, Profile } from "../policy/policy.ts";
import type { KnownRuleId } from "../rules/index.ts";

/** A policy as it is written, in which null is nothing; `schemas/lease-guard.dev/v1alpha1/policy.json` describes it. */
export interface PolicySource {
  readonly apiVersion: "lease-guard.dev/v1alpha1";
  readonly kind: "Policy";
  readonly profile?: Profile;
  readonly clockSkewAllowance?: string;
  readonly rules?: Readonly<Partial<Record<KnownRuleId, RuleSource | null>>> | null;
  readonly exemptions?: readonly ExemptionSource[] | null;
}

/** A setting with its scopes as they are written. */
export interface RuleSource extends SettingSource {
  readonly scopes?: readonly (SettingSource & { readonly match: Match })[] | null;
}

/** A setting as it is written. */
export interface SettingSource {
  readonly mode?: Mode;
  readonly warnUntil?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** An exemption as it is written. */
interface ExemptionSource extends Omit<Exemption, "rules" | "expires"> {
  readonly rules: readonly KnownRuleId[];
  readonly expires: string;
}
