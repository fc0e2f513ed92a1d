import type { Severity } from "../core/field/severity.ts";
import { type FindingMode, findingModes } from "./policy.ts";

export const severityOfMode: Readonly<Record<FindingMode, Severity>> = {
  deny: "error",
  warn: "warning",
  audit: "info",
};

export function modeOfSeverity(severity: Severity): FindingMode {
  return findingModes.find((mode) => severityOfMode[mode] === severity) ?? "audit";
}
