import { type FieldError, invalid } from "../../field/error.ts";
import type { FieldPath } from "../../field/path.ts";
import { allOk, failed, ok, type Result } from "../../field/result.ts";
import type { FindingMode } from "../../policy/policy.ts";
import { isFindingOrigin, mustBeAnOrigin } from "../../validate/finding-origin.ts";
import type { Expectation, ExpectedFinding } from "./suite.ts";

/** The value of the field `expect`, as the schema of suites allows it. */
export type ExpectationText = "allowed" | { readonly [W in Word]?: readonly (string | ExpectedText)[] };

type Word = "denied" | "warned" | "audited";

interface ExpectedText {
  readonly rule: string;
  readonly field?: string;
}

/** The words in `expect` that stand for a mode, and the mode of each word. */
const modeWords: readonly (readonly [Word, FindingMode])[] = [
  ["denied", "deny"],
  ["warned", "warn"],
  ["audited", "audit"],
];

/**
 * Reads the expected findings of a case. `path` is the path of `expect` in the suite. The error
 * lists the unknown rules.
 */
export function readExpectation(text: ExpectationText, path: FieldPath): Result<Expectation, readonly FieldError[]> {
  const given = text === "allowed" ? {} : text;
  const expectation = new Map<FindingMode, readonly ExpectedFinding[]>([["deny", []]]);
  const errors: FieldError[] = [];
  for (const [word, mode] of modeWords) {
    const items = given[word];
    if (items === undefined) continue;
    const expected = allOk(items.map((item, index) => readFinding(item, [...path, word, index])));
    if (expected.ok) expectation.set(mode, expected.value);
    else errors.push(...expected.error);
  }
  return errors.length > 0 ? failed(errors) : ok(expectation);
}

function readFinding(item: string | ExpectedText, path: FieldPath): Result<ExpectedFinding, readonly FieldError[]> {
  const { rule, field } = typeof item === "string" ? { rule: item } : item;
  if (isFindingOrigin(rule)) return ok(field === undefined ? { rule } : { rule, field });
  const rulePath = typeof item === "string" ? path : [...path, "rule"];
  return failed([invalid(rulePath, rule, mustBeAnOrigin(rule))]);
}
