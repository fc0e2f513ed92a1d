import type { Kind } from "../../api/coordination.ts";
import type { Rule } from "../rule.ts";
import type { CelContext, CelFinding, CelRule } from "./cel-rule.ts";
import type { CelVariable } from "./pods.ts";
import { celStrings } from "./text.ts";
import { celVariables } from "./variables.ts";

/** A finding of a rule whose expression includes the operations of the rule. */
export interface CompiledFinding {
  readonly field: string;
  readonly detail: string;
  /** An expression of type bool. True if the rule reports the write. */
  readonly reports: string;
}

/**
 * Returns the findings of a rule for a policy that evaluates the writes of `operations`. Each
 * finding contains a condition on the operation, unless it applies to all of these writes.
 */
export function compileFindings(
  rule: Rule,
  cel: CelRule<Readonly<Record<string, unknown>>>,
  context: CelContext<Readonly<Record<string, unknown>>>,
  operations: readonly string[],
): readonly CompiledFinding[] {
  return cel.findings(context).map(({ field, detail = rule.description, operations: own = rule.operations, reports }: CelFinding) => ({
    field,
    detail,
    reports: operations.every((each) => own.some((other) => other === each)) ? reports : `request.operation in ${celStrings(own)} && (${reports})`,
  }));
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
