import { type FieldError, invalid } from "../core/field/error.ts";
import type { FieldPath } from "../core/field/path.ts";
import { allOk, failed, ok, type Result } from "../core/field/result.ts";
import { isFindingOrigin, mustBeAnOrigin } from "../engine/validate/finding-origin.ts";
import { ruleById } from "../rules/find-rule.ts";
import { rules } from "../rules/index.ts";
import { expectFields } from "../schema/expect-fields.ts";
import type { Expectation, ExpectedFinding, ExpectedOutcome } from "./suite.ts";

/** The value of the field `expect`, as the schema of suites allows it. */
export type ExpectationText = "allowed" | { readonly [F in ExpectField]?: readonly (string | ExpectedText)[] };

type ExpectField = (typeof expectFields)[number];

interface ExpectedText {
  readonly rule: string;
  readonly field?: string;
}

const outcomes: Readonly<Record<ExpectField, ExpectedOutcome>> = {
  denied: "deny",
  warned: "warn",
  audited: "audit",
  abstained: "abstain",
};

/**
 * Reads the expected findings of a case. `path` is the path of `expect` in the suite. The errors
 * are unknown rules and, under `abstained`, rules that are not relation rules.
 */
export function readExpectation(text: ExpectationText, path: FieldPath): Result<Expectation, readonly FieldError[]> {
  const given = text === "allowed" ? {} : text;
  const expectation = new Map<ExpectedOutcome, readonly ExpectedFinding[]>([["deny", []]]);
  const errors: FieldError[] = [];
  for (const field of expectFields) {
    const outcome = outcomes[field];
    const items = given[field];
    if (items === undefined) continue;
    const read = outcome === "abstain" ? readAbstention : readFinding;
    const expected = allOk(items.map((item, index) => read(item, [...path, field, index])));
    if (expected.ok) expectation.set(outcome, expected.value);
    else errors.push(...expected.error);
  }
  return errors.length > 0 ? failed(errors) : ok(expectation);
}

const relationRules = rules.filter(({ isRelation }) => isRelation).map(({ id }) => id);

function readAbstention(item: string | ExpectedText, path: FieldPath): Result<ExpectedFinding, readonly FieldError[]> {
  const read = readFinding(item, path);
  if (!read.ok || ruleById(read.value.rule)?.isRelation) return read;
  return failed([invalid(path, read.value.rule, `must be a rule that compares objects: ${relationRules.join(", ")}`)]);
}

function readFinding(item: string | ExpectedText, path: FieldPath): Result<ExpectedFinding, readonly FieldError[]> {
  const { rule, field } = typeof item === "string" ? { rule: item } : item;
  if (isFindingOrigin(rule)) return ok(field === undefined ? { rule } : { rule, field });
  const rulePath = typeof item === "string" ? path : [...path, "rule"];
  return failed([invalid(rulePath, rule, mustBeAnOrigin(rule))]);
}
