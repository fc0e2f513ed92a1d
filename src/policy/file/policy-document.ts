import type { KnownRuleId } from "../../rules/index.ts";
import type { Administrators, RuleId } from "../../rules/rule.ts";
import type { Fence } from "../fence.ts";
import type { Match } from "../match.ts";
import type { Exemption, FindingMode, Mode, Profile } from "../policy.ts";

export const policyApiVersion = "lease-guard.dev/v1alpha1";

/** The path of the schema of policies below `schemas/`. */
export const policyPath: `${typeof policyApiVersion}/policy.json` = `${policyApiVersion}/policy.json`;

/** Returns the path of a rule's parameters among the compiled schemas. It names no file. */
export function parametersPath(id: RuleId): string {
  return `${policyApiVersion}/parameters/${id}`;
}

/**
 * A policy in the form of `schemas/lease-guard.dev/v1alpha1/policy.json`. If a field whose type
 * allows null is null, the field counts as absent.
 */
export interface PolicyDocument {
  readonly apiVersion: typeof policyApiVersion;
  readonly kind: "Policy";
  readonly profile?: Profile;
  readonly clockSkewAllowance?: string;
  readonly administrators?: Partial<Administrators> | null;
  readonly unvalidated?: FindingMode;
  readonly rules?: Readonly<Partial<Record<KnownRuleId, RuleEntry | null>>> | null;
  readonly exemptions?: readonly ExemptionEntry[] | null;
  readonly fences?: readonly FenceEntry[] | null;
}

export interface RuleEntry extends SettingEntry {
  readonly scopes?: readonly (SettingEntry & { readonly match: Match })[] | null;
}

/** The fields that the value of a rule and a scope have in common. */
export interface SettingEntry {
  readonly mode?: Mode;
  readonly warnUntil?: string;
  readonly warnNewHolder?: boolean;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

interface ExemptionEntry extends Omit<Exemption, "rules" | "expires"> {
  readonly rules: readonly KnownRuleId[];
  readonly expires: string;
}

/** A fence, with `NAMESPACE/NAME` for the Lease and for the service account. */
export interface FenceEntry extends Omit<Fence, "lease" | "serviceAccount" | "deletes" | "mode"> {
  readonly lease: string;
  readonly serviceAccount: string;
  readonly deletes?: boolean;
  readonly mode?: Fence["mode"];
}
