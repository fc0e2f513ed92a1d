import { fieldMessage } from "../../../field/error.ts";
import type { Problem, Report } from "../../../report/report.ts";
import type { CaseResult } from "../run-case.ts";

/** The result of all suites of one run. */
export interface SuiteRun {
  readonly cases: readonly CaseResult[];
  /** The files, and the places in suites, that prevent a suite from running. */
  readonly problems: readonly Problem[];
  readonly files: number;
}

/** Writes the result of `lease-guard test` in one format. */
export type SuiteReport = Report<SuiteRun>;

/** True if the case found everything that it expects and nothing else. */
export function hasPassed({ unmet }: CaseResult): boolean {
  return unmet.length === 0;
}

/** A run in numbers. */
export interface SuiteSummary {
  readonly files: number;
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly problems: number;
}

/** Counts what the reports of a run publish. */
export function summarizeSuites({ cases, problems, files }: SuiteRun): SuiteSummary {
  const passed = cases.filter(hasPassed).length;
  return { files, cases: cases.length, passed, failed: cases.length - passed, problems: problems.length };
}

const nothing = { deny: "allowed", warn: "no warning", audit: "nothing audited" } as const;

/** A line for each finding that a failed case expects, `deny RULE at FIELD`, or for its absence. */
export function expectedTexts({ expected, unmet }: CaseResult): readonly string[] {
  return unmet.flatMap((mode) => {
    const ofMode = expected.filter((each) => each.mode === mode);
    if (ofMode.length === 0) return [nothing[mode]];
    return ofMode.map(({ rule, field }) =>
      field === undefined ? `${mode} ${rule}` : `${mode} ${rule} at ${field === "" ? "the object" : field}`,
    );
  });
}

/** A line for each finding, in the form of `lease-guard check`. */
export function foundTexts({ found }: CaseResult): readonly string[] {
  return found.length === 0 ? ["nothing"] : found.map((finding) => `${finding.mode} ${finding.rule}: ${fieldMessage(finding)}`);
}
