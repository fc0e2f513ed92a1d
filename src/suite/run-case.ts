import { type ShownError, shownError } from "../core/field/error.ts";
import type { Place } from "../core/text/position.ts";
import type { Validate } from "../engine/validate/validate.ts";
import { crashText } from "../engine/validate/verdict.ts";
import type { DocumentProblem } from "../manifest/document.ts";
import type { FindingMode } from "../policy/policy.ts";
import type { RuleId } from "../rules/rule.ts";
import type { Case, ExpectedFinding, ExpectedOutcome } from "./suite.ts";

export interface FoundFinding extends ShownError {
  readonly mode: FindingMode;
  readonly rule: ExpectedFinding["rule"];
}

export interface CaseResult extends Place {
  readonly name: string;
  /**
   * The outcomes whose findings differ from the expected ones. If there are none, the case passes.
   */
  readonly unmet: readonly ExpectedOutcome[];
  readonly expected: readonly (ExpectedFinding & { readonly mode: ExpectedOutcome })[];
  readonly found: readonly FoundFinding[];
  /**
   * The relation rules that abstained. The list is empty if the case has no `beside`, because every
   * relation rule then abstains.
   */
  readonly abstained: readonly RuleId[];
  readonly crashes: readonly DocumentProblem[];
}

export function runCase(
  { name, position, submission, expectation }: Case,
  file: string,
  validate: Validate,
): CaseResult {
  const { findings, crashes, abstained } = validate(submission);
  const found = findings.map((finding) => ({ mode: finding.mode, rule: finding.origin, ...shownError(finding) }));
  const entries = [...expectation];
  const abstentions = abstained.map((rule) => ({ mode: "abstain" as const, rule, field: "" }));
  const unmet = entries.filter(
    ([mode, expected]) =>
      !areMet(
        expected,
        [...found, ...abstentions].filter((each) => each.mode === mode),
      ),
  );
  return {
    name,
    file,
    ...position,
    unmet: unmet.map(([mode]) => mode),
    expected: entries.flatMap(([mode, expected]) => expected.map((each) => ({ mode, ...each }))),
    found,
    abstained: submission.context.view === undefined ? [] : abstained,
    crashes: crashes.map((crash) => ({ ...position, message: `${name}: ${crashText(crash)}` })),
  };
}

/** Reports whether every finding is expected, and every expected finding is found. */
function areMet(expected: readonly ExpectedFinding[], found: readonly Found[]): boolean {
  return (
    expected.every((each) => found.some((finding) => isOf(each, finding))) &&
    found.every((finding) => expected.some((each) => isOf(each, finding)))
  );
}

type Found = Pick<FoundFinding, "field"> & { readonly rule: string };

function isOf({ rule, field }: ExpectedFinding, found: Found): boolean {
  return rule === found.rule && (field === undefined || field === found.field);
}
