import type { KnownRuleId } from "../rules/index.ts";
import type { Match } from "../rules/match.ts";
import type { Exemption, Mode, Profile } from "../rules/policy.ts";

/** A policy as it is written, in which null is nothing; `schemas/lease-guard.dev/v1alpha1/policy.json` describes it. */
export interface WrittenPolicy {
  readonly apiVersion: "lease-guard.dev/v1alpha1";
  readonly kind: "Policy";
  readonly profile?: Profile;
  readonly clockSkewAllowance?: string;
  readonly rules?: Readonly<Partial<Record<KnownRuleId, WrittenRule | null>>> | null;
  readonly exemptions?: readonly WrittenExemption[] | null;
}

/** A setting with its scopes as they are written. */
export interface WrittenRule extends WrittenSetting {
  readonly scopes?: readonly (WrittenSetting & { readonly match: Match })[] | null;
}

/** A setting as it is written. */
export interface WrittenSetting {
  readonly mode?: Mode;
  readonly warnUntil?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** An exemption as it is written. */
interface WrittenExemption extends Omit<Exemption, "rules" | "expires"> {
  readonly rules: readonly KnownRuleId[];
  readonly expires: string;
}
