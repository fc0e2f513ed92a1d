import type { Report } from "../../../report/report.ts";
import type { CheckedPolicy, ShownPolicy } from "./result.ts";

type LoadedCheck = Promise<Report<readonly CheckedPolicy[]>>;
type LoadedShow = Promise<Report<ShownPolicy>>;

/** In the order of the help text. */
export const policyCheckReports = {
  text: async (): LoadedCheck => (await import("./text.ts")).policyCheckText,
  json: async (): LoadedCheck => (await import("./json.ts")).policyCheckJson,
};

export const policyShowReports = {
  text: async (): LoadedShow => (await import("./text.ts")).policySettingsText,
  json: async (): LoadedShow => (await import("./json.ts")).policySettingsJson,
};

export type PolicyCheckFormat = keyof typeof policyCheckReports;

export type PolicyShowFormat = keyof typeof policyShowReports;
