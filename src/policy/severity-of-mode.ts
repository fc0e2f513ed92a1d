import type { Severity } from "../field/severity.ts";
import { type FindingMode, findingModes } from "./policy.ts";

/** The severity of the findings of each mode. */
export const severityOfMode: Readonly<Record<FindingMode, Severity>> = { deny: "error", warn: "warning", audit: "info" };

/** Returns the mode whose findings have a severity. */
export function modeOfSeverity(severity: Severity): FindingMode {
  return findingModes.find((mode) => severityOfMode[mode] === severity) ?? "audit";
}
