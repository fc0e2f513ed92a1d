import { jsonReport } from "../../../report/json-report.ts";
import type { CheckedPolicy, ShownPolicy } from "./result.ts";

/** For programs, with the schema `schemas/report/v1alpha1/policy-check.json`. */
export function policyCheckJson(policies: readonly CheckedPolicy[]): string {
  return jsonReport("PolicyCheck", { policies });
}

/** For programs, with the schema `schemas/report/v1alpha1/policy-settings.json`. */
export function policySettingsJson({ profile, settings }: ShownPolicy): string {
  const items = settings.map(({ setting: { field: _, ...setting }, line }) => ({ ...setting, line }));
  return jsonReport("PolicySettings", { profile, items });
}
