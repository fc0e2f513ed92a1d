import type { Report } from "../../../report/report.ts";
import type { CheckedPolicy, ShownPolicy } from "./result.ts";

type LoadedCheck = Promise<Report<readonly CheckedPolicy[]>>;
type LoadedShow = Promise<Report<ShownPolicy>>;

/**
 * The formats of `lease-guard policy check -o`, in the order of the help text. To add a format, add
 * a file and a row in this table.
 */
export const policyCheckReports = {
  text: async (): LoadedCheck => (await import("./text.ts")).policyCheckText,
  json: async (): LoadedCheck => (await import("./json.ts")).policyCheckJson,
};

/** The formats of `lease-guard policy show -o`. */
export const policyShowReports = {
  text: async (): LoadedShow => (await import("./settings-text.ts")).policySettingsText,
  json: async (): LoadedShow => (await import("./json.ts")).policySettingsJson,
};

export type PolicyCheckFormat = keyof typeof policyCheckReports;

export type PolicyShowFormat = keyof typeof policyShowReports;
