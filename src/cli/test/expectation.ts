import { type FieldError, invalid } from "../../field/error.ts";
import type { FieldPath } from "../../field/path.ts";
import type { FindingMode } from "../../policy/policy.ts";
import { rules } from "../../rules/index.ts";
import { suggestRule } from "../../rules/suggest-rule.ts";
import { schemaOrigins } from "../../schema/to-field-error.ts";
import type { Expectation, ExpectedFinding } from "./suite.ts";

/** What a suite's schema lets `expect` be. */
export type ExpectationText = "allowed" | { readonly [W in Word]?: readonly (string | ExpectedText)[] };

type Word = "denied" | "warned" | "audited";

interface ExpectedText {
  readonly rule: string;
  readonly field?: string;
}

/** The words of a suite, and the modes they mean. */
const modes: readonly (readonly [Word, FindingMode])[] = [
  ["denied", "deny"],
  ["warned", "warn"],
  ["audited", "audit"],
];

const known: ReadonlyMap<string, ExpectedFinding["rule"]> = new Map(
  [...rules.map(({ id }) => id), ...schemaOrigins].map((id) => [String(id), id]),
);

/** What is expected, or which of the rules there is none of; `path` is that of `expect`. */
export function readExpectation(text: ExpectationText, path: FieldPath): Expectation | readonly FieldError[] {
  const expectation = new Map<FindingMode, readonly ExpectedFinding[]>([["deny", []]]);
  const faults: FieldError[] = [];
  const given = text === "allowed" ? {} : text;
  for (const [word, mode] of modes) {
    const items = given[word]?.map((item, index) => readFinding(item, [...path, word, index]));
    faults.push(...(items ?? []).filter(isFault));
    if (items !== undefined) expectation.set(mode, items.filter(isFinding));
  }
  return faults.length > 0 ? faults : expectation;
}

function readFinding(item: string | ExpectedText, path: FieldPath): ExpectedFinding | FieldError {
  const { rule: id, field } = typeof item === "string" ? { rule: item } : item;
  const rule = known.get(id);
  if (rule === undefined)
    return invalid(typeof item === "string" ? path : [...path, "rule"], id, `must be a rule: ${suggestRule(id, [...known.keys()])}`);
  return field === undefined ? { rule } : { rule, field };
}

function isFault(item: ExpectedFinding | FieldError): item is FieldError {
  return "detail" in item;
}

function isFinding(item: ExpectedFinding | FieldError): item is ExpectedFinding {
  return !isFault(item);
}
