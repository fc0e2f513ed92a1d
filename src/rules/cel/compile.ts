import type { Kind } from "../../api/coordination.ts";
import type { ChangeOperation, Rule } from "../rule.ts";
import type { CelContext, CelFinding, CelRule, CelVariable } from "./cel-rule.ts";
import { allOf, celStrings } from "./text.ts";
import { celVariables } from "./variables.ts";

type Parameters = Readonly<Record<string, unknown>>;

/** Returns the findings of a rule in CEL. Every property is set. */
export function celFindings(rule: Rule, cel: CelRule<Parameters>, context: CelContext<Parameters>): readonly Required<CelFinding>[] {
  return cel.findings(context).map((finding) => ({ detail: rule.description, operations: rule.operations, ...finding }));
}

/**
 * Returns the condition of a finding for a policy that evaluates all writes of `operations`. The
 * condition contains a test of the operation only if the finding does not apply to all of them.
 */
export function conditionFor({ operations: own, reports }: Required<CelFinding>, operations: readonly ChangeOperation[]): string {
  if (operations.every((operation) => own.includes(operation))) return reports;
  return allOf([`request.operation in ${celStrings(own)}`, reports]);
}

/**
 * Returns the variables that expressions read, directly or through other variables, in the order in
 * which a policy must declare them.
 */
export function variablesOf(kind: Kind, clockSkewMicros: number, expressions: readonly string[]): readonly CelVariable[] {
  const all = celVariables(kind, clockSkewMicros);
  const needed = new Set(expressions.flatMap(namesIn));
  for (const { name, expression } of all.toReversed()) if (needed.has(name)) for (const other of namesIn(expression)) needed.add(other);
  return all.filter(({ name }) => needed.has(name));
}

function namesIn(expression: string): readonly string[] {
  return Array.from(expression.matchAll(/\bvariables\.(\w+)/g), ([, name = ""]) => name);
}
