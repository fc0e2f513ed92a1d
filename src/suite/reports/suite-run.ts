import { fieldMessage } from "../../core/field/error.ts";
import { abstainedReason } from "../../engine/validate/verdict.ts";
import type { Problem, Report } from "../../report/report.ts";
import type { CaseResult } from "../run-case.ts";

export interface SuiteRun {
  readonly cases: readonly CaseResult[];
  /** The unreadable files, the errors in suites, and the crashes of rules. */
  readonly problems: readonly Problem[];
  readonly files: number;
}

export type SuiteReport = Report<SuiteRun>;

export function hasPassed({ unmet }: CaseResult): boolean {
  return unmet.length === 0;
}

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

const nothing = {
  deny: "allowed",
  warn: "no warning",
  audit: "nothing audited",
  abstain: "no rule that abstains",
} as const;

/** Returns a line such as `deny RULE at FIELD` for each expected finding of an unmet outcome. */
export function expectedTexts({ expected, unmet }: CaseResult): readonly string[] {
  return unmet.flatMap((mode) => {
    const ofMode = expected.filter((each) => each.mode === mode);
    if (ofMode.length === 0) return [nothing[mode]];
    return ofMode.map(({ rule, field }) =>
      field === undefined ? `${mode} ${rule}` : `${mode} ${rule} at ${field === "" ? "the object" : field}`,
    );
  });
}

/**
 * Returns a line `MODE RULE: MESSAGE` for each finding of a case, and a line for each rule that
 * abstained. If there are none, returns the line `nothing`.
 */
export function foundTexts({ found, abstained }: CaseResult): readonly string[] {
  const texts = [
    ...found.map((finding) => `${finding.mode} ${finding.rule}: ${fieldMessage(finding)}`),
    ...abstainedTexts(abstained),
  ];
  return texts.length === 0 ? ["nothing"] : texts;
}

/** Returns a line `abstain RULE: REASON` for each rule that abstained. */
export function abstainedTexts(abstained: CaseResult["abstained"]): readonly string[] {
  return abstained.map((rule) => `abstain ${rule}: ${abstainedReason}`);
}
