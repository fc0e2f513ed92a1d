import { countSeverities, type SeverityCounts } from "../../core/field/severity.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { placeText } from "../../core/text/position.ts";
import { objectTitle } from "../../report/object-title.ts";
import { summaryLine } from "../../report/text-blocks.ts";
import type { Diagnosis, DoctorCheckResult, DoctorFinding } from "../diagnose.ts";

export interface DoctorSummary extends SeverityCounts {
  readonly checks: number;
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
}

export function summarize({ checks, findings }: Diagnosis): DoctorSummary {
  const results = (status: DoctorCheckResult["status"]) => checks.filter((check) => check.status === status).length;
  return {
    checks: checks.length,
    passed: results("passed"),
    failed: results("failed"),
    unknown: results("unknown"),
    ...countSeverities(findings),
  };
}

/** Returns a line such as `25 checks passed` or `30 checks: 27 passed, 2 failed, 1 unknown`. */
export function summaryText(diagnosis: Diagnosis): string {
  const { checks, passed, failed, unknown } = summarize(diagnosis);
  if (passed === checks) return `${pluralize(checks, "check")} passed`;
  return summaryLine(pluralize(checks, "check"), [`${passed} passed`, `${failed} failed`, `${unknown} unknown`]);
}

/** Returns a title such as `Service lease-guard/lease-guard`, or `cluster`. */
export function titleOf({ object }: DoctorFinding): string {
  return object === undefined ? "cluster" : objectTitle(object);
}

/** Returns the title of a finding after its place, if the object is from a file. */
export function headOf(finding: DoctorFinding): string {
  const { place } = finding;
  return place === undefined ? titleOf(finding) : `${placeText(place)}: ${titleOf(finding)}`;
}
