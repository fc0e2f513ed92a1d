import type { Kind } from "../../core/api/coordination.ts";
import type { ChangeOperation, Rule } from "../rule.ts";
import type { CelContext, CelDefinedVariable, CelFinding, CelRule, CelSettings, CelVariable } from "./cel-rule.ts";
import { conjunctsOf } from "./split-at.ts";
import { allOf, anyOf, celStrings } from "./text.ts";
import { celVariables } from "./variables.ts";

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns the findings of a rule in CEL. Adds the description and the operations of the rule to
 * each finding that does not set these properties. If the rule exempts administrators, so do its
 * findings.
 */
export function celFindings(
  rule: Rule,
  cel: CelRule<Parameters>,
  context: CelContext<Parameters>,
): readonly Required<CelFinding>[] {
  return cel.findings(context).map((finding) => ({
    detail: rule.description,
    operations: rule.operations,
    ...finding,
    reports: rule.exemptsAdministrators ? allOf([finding.reports, "!variables.isAdministrator"]) : finding.reports,
  }));
}

/**
 * Returns the condition of a finding for an admission policy that evaluates all writes of
 * `operations`. The condition contains a test of the operation only if the finding does not apply
 * to all of them.
 */
export function conditionFor(
  { operations: own, reports }: Required<CelFinding>,
  operations: readonly ChangeOperation[],
): string {
  if (operations.every((operation) => own.includes(operation))) return reports;
  return allOf([`request.operation in ${celStrings(own)}`, reports]);
}

/** Expressions, and the variables that an admission policy must declare for them. */
export interface CelProgram {
  readonly variables: readonly CelVariable[];
  readonly expressions: readonly string[];
}

/**
 * The number of reads up to which an export writes the expression of an inlined variable. With many
 * scopes, the expressions would otherwise contain it for each scope.
 */
const mostInlined = 64;

/**
 * Replaces each inlined variable in expressions with its own expression, unless many expressions
 * read it. Also returns the other variables that the expressions read, directly or through other
 * variables, in the order of their declaration. `added` are variables of the policy, which can read
 * all others.
 */
export function programOf(
  kind: Kind,
  settings: CelSettings,
  expressions: readonly string[],
  added: readonly CelVariable[] = [],
): CelProgram {
  const reads = readsOf(expressions, added);
  const inlined = new Map<string, string>();
  const withInlined = (expression: string): string =>
    expression.replace(readsOfVariables, (read, name: string) => inlined.get(name) ?? read);
  const declared: CelVariable[] = [];
  const all: readonly CelDefinedVariable[] = [...celVariables(kind, settings), ...added];
  for (const { name, expression, isInlined } of all) {
    const own = withInlined(expression);
    if (isInlined && (reads.get(name) ?? 0) <= mostInlined) inlined.set(name, inParentheses(own));
    else declared.push({ name, expression: own });
  }
  const results = expressions.map(withInlined);
  const needed = new Set(results.flatMap(namesIn));
  for (const { name, expression } of declared.toReversed())
    if (needed.has(name)) for (const other of namesIn(expression)) needed.add(other);
  return { variables: declared.filter(({ name }) => needed.has(name)), expressions: results };
}

/** Counts the reads of each variable in expressions, and in those of `added` that they need. */
function readsOf(expressions: readonly string[], added: readonly CelVariable[]): ReadonlyMap<string, number> {
  const reads = new Map<string, number>();
  const count = (expression: string): void => {
    for (const name of namesIn(expression)) reads.set(name, (reads.get(name) ?? 0) + 1);
  };
  expressions.forEach(count);
  for (const { name, expression } of added.toReversed()) if (reads.has(name)) count(expression);
  return reads;
}

/** The number of characters that the expressions, or their match condition, can have. */
const longestCondition = 65_536;

/**
 * Returns a match condition that holds for every write for which one of the expressions is true.
 * The match condition contains only the cheap ones of the conditions that an expression joins with
 * `&&`, and can therefore also hold for other writes. Because a match condition cannot read the
 * variables of an admission policy, it binds the cheap variables itself. For long
 * expressions, the match condition is `true`.
 */
export function conditionForAny(kind: Kind, settings: CelSettings, expressions: readonly string[]): string {
  if (expressions.reduce((sum, { length }) => sum + length, 0) > longestCondition) return "true";
  const replaced = new Map<string, string>();
  const withReplaced = (expression: string): string =>
    expression.replace(readsOfVariables, (read, name: string) => replaced.get(name) ?? read);
  const bound: CelVariable[] = [];
  for (const { name, expression, isInlined, isCheap } of celVariables(kind, settings)) {
    const own = withReplaced(expression);
    if (isInlined) replaced.set(name, inParentheses(own));
    if (!isCheap) continue;
    replaced.set(name, name);
    bound.push({ name, expression: own });
  }
  const cheap = expressions.map((each) =>
    allOf(conjunctsOf(withReplaced(each)).filter((part) => namesIn(part).length === 0)),
  );
  const possible = bound.reduceRight(
    (condition, { name, expression }) =>
      new RegExp(`(?<![.?\\w])${name}\\b`).test(condition)
        ? `[${expression}].exists(${name}, ${condition})`
        : condition,
    anyOf([...new Set(cheap)]),
  );
  return possible.length > longestCondition ? "true" : possible;
}

const readsOfVariables = /\bvariables\.(\w+)/g;

function namesIn(expression: string): readonly string[] {
  return Array.from(expression.matchAll(readsOfVariables), ([, name = ""]) => name);
}

/**
 * Returns an expression in a form that can be a part of any other expression. An expression that
 * starts with a lower-case letter and contains no whitespace needs no parentheses.
 */
function inParentheses(expression: string): string {
  return /^[a-z]\S*$/.test(expression) ? expression : `(${expression})`;
}
