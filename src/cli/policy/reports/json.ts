import { jsonReport } from "../../../report/json-report.ts";
import { unguardedSeconds } from "../../../rules/shared/lease-term.ts";
import type { CheckedPolicy, ShownPolicy } from "./result.ts";

/** The schema is `schemas/report/v1alpha1/policy-check.json`. */
export function policyCheckJson(policies: readonly CheckedPolicy[]): string {
  return jsonReport("PolicyCheck", { policies });
}

/** The schema is `schemas/report/v1alpha1/policy-settings.json`. */
export function policySettingsJson({
  profile,
  administrators,
  clockSkewMs,
  unvalidated,
  settings,
  fences,
  registration,
}: ShownPolicy): string {
  const items = settings.map(({ setting: { field: _, rule, tier, mode, match, setBy, ...rest }, place, notSent }) => {
    const { file, line } = place ?? {};
    return { rule, tier, mode, match, because: setBy, ...rest, file, line, ...(notSent.length > 0 && { notSent }) };
  });
  return jsonReport("PolicySettings", {
    profile,
    clockSkewAllowanceSeconds: clockSkewMs / 1000,
    administrators,
    unvalidated,
    shortLeases: { unguardedSeconds: unguardedSeconds(clockSkewMs) },
    registration,
    ...(fences.length > 0 && { fences }),
    items,
  });
}
