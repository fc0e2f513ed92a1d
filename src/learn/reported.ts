import { distinctTexts } from "../core/text/compare-texts.ts";
import type { Validate } from "../engine/validate/validate.ts";
import { denials, isInvalid } from "../engine/validate/verdict.ts";
import type { ObservedWrite } from "../recording/observed-write.ts";
import type { RuleId } from "../rules/rule.ts";

/**
 * The rules that report a write. If the source shows only a part of the write, both lists are
 * empty.
 */
export interface Reported {
  readonly denied: readonly RuleId[];
  readonly allowed: readonly RuleId[];
}

/** Returns the rules that report a write, or undefined if kube-apiserver itself rejects it. */
export function reportedBy({ submission }: ObservedWrite, validate: Validate): Reported | undefined {
  if (submission === undefined) return { denied: [], allowed: [] };
  const verdict = validate(submission);
  const denied = denials(verdict);
  if (denied.some(isInvalid)) return undefined;
  const idsOf = (some: typeof denied) => distinctTexts(some.map(({ origin }) => origin)) as readonly RuleId[];
  return { denied: idsOf(denied), allowed: idsOf(verdict.findings.filter(({ mode }) => mode !== "deny")) };
}
