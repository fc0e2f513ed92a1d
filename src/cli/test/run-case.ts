import { errorBody } from "../../field/error.ts";
import { formatPath } from "../../field/path.ts";
import type { FindingMode } from "../../policy/policy.ts";
import type { Position } from "../../text/position.ts";
import type { Validate } from "../../validate/validate.ts";
import type { Case, ExpectedFinding } from "./suite.ts";

/** A finding as a report of tests tells of it. */
export interface FoundFinding extends Required<ExpectedFinding> {
  readonly mode: FindingMode;
  /** The fault without the field before it, as `errorBody` words it. */
  readonly message: string;
}

/** What came of a case. */
export interface CaseResult extends Position {
  readonly name: string;
  readonly file: string;
  /** Modes whose findings are not those that were expected: the case passes when there are none. */
  readonly unmet: readonly FindingMode[];
  readonly expected: readonly (ExpectedFinding & { readonly mode: FindingMode })[];
  readonly found: readonly FoundFinding[];
}

/** Judges the write of a case, and compares. */
export function runCase({ name, position, served, change, context, expectation }: Case, file: string, validate: Validate): CaseResult {
  const { findings } = validate(served, change, context);
  const found = findings.map((finding) => {
    return { mode: finding.mode, rule: finding.origin, field: formatPath(finding.field), message: errorBody(finding) };
  });
  const entries = [...expectation];
  const unmet = entries.filter(
    ([mode, expected]) =>
      !areMet(
        expected,
        found.filter((finding) => finding.mode === mode),
      ),
  );
  return {
    name,
    file,
    ...position,
    unmet: unmet.map(([mode]) => mode),
    expected: entries.flatMap(([mode, expected]) => expected.map((each) => ({ mode, ...each }))),
    found,
  };
}

/** True when every finding was expected and everything expected was found. */
function areMet(expected: readonly ExpectedFinding[], found: readonly FoundFinding[]): boolean {
  return (
    expected.every((each) => found.some((finding) => isOf(each, finding))) &&
    found.every((finding) => expected.some((each) => isOf(each, finding)))
  );
}

function isOf({ rule, field }: ExpectedFinding, found: FoundFinding): boolean {
  return rule === found.rule && (field === undefined || field === found.field);
}
