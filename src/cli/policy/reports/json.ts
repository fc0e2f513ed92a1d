import { jsonReport } from "../../../report/json-report.ts";
import { unguardedSeconds } from "../../../rules/shared/lease-term.ts";
import type { CheckedPolicy, ShownPolicy } from "./result.ts";

/** Formats for programs, with the schema `schemas/report/v1alpha1/policy-check.json`. */
export function policyCheckJson(policies: readonly CheckedPolicy[]): string {
  // `complaints` and `notes` are the names of version 0.1, written until 0.3.
  const published = policies.map((policy) => ({ ...policy, complaints: policy.errors, notes: policy.warnings }));
  return jsonReport("PolicyCheck", { policies: published });
}

/** Formats for programs, with the schema `schemas/report/v1alpha1/policy-settings.json`. */
export function policySettingsJson({ profile, administrators, clockSkewMs, settings, registration }: ShownPolicy): string {
  const items = settings.map(({ setting: { field: _, rule, tier, mode, match, decidedBy, ...rest }, line, notSent }) => {
    return { rule, tier, mode, match, because: decidedBy, ...rest, line, ...(notSent.length > 0 && { notSent }) };
  });
  return jsonReport("PolicySettings", {
    profile,
    administrators,
    shortLeases: { unguardedSeconds: unguardedSeconds(clockSkewMs) },
    registration,
    items,
  });
}
