import type { Problem, ReportContext } from "../../../report/result.ts";
import type { CaseResult } from "../run-case.ts";

/** All that came of the suites of one run. */
export interface SuiteRun {
  readonly cases: readonly CaseResult[];
  /** Files, and places of suites, that kept a suite from being run. */
  readonly problems: readonly Problem[];
  readonly files: number;
}

/** Writes what came of suites in one format. */
export type SuiteReport = (run: SuiteRun, context: ReportContext) => string;

/** True when all was found that was expected, and nothing else. */
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

export function summarizeSuites({ cases, problems, files }: SuiteRun): SuiteSummary {
  const passed = cases.filter(hasPassed).length;
  return { files, cases: cases.length, passed, failed: cases.length - passed, problems: problems.length };
}

const nothing = { deny: "allowed", warn: "no warning", audit: "nothing audited" } as const;

/** What a failed case was to find, a line each: `deny RULE at FIELD`, or that there was to be nothing. */
export function expectedTexts({ expected, unmet }: CaseResult): readonly string[] {
  return unmet.flatMap((mode) => {
    const ofMode = expected.filter((each) => each.mode === mode);
    if (ofMode.length === 0) return [nothing[mode]];
    return ofMode.map(({ rule, field }) =>
      field === undefined ? `${mode} ${rule}` : `${mode} ${rule} at ${field === "" ? "the object" : field}`,
    );
  });
}

/** What was found, a line each, as `lease-guard check` tells it. */
export function foundTexts({ found }: CaseResult): readonly string[] {
  if (found.length === 0) return ["nothing"];
  return found.map(({ mode, rule, field, message }) => `${mode} ${rule}: ${field === "" ? message : `${field}: ${message}`}`);
}
