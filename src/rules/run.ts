import type { Kind, Kinds } from "../api/coordination.ts";
import type { FieldError } from "../field/error.ts";
import { formatPath } from "../field/path.ts";
import { type Mode, modeOf, type Policy } from "./policy.ts";
import type { Change, ChangeOperation, Context, Rule, RuleId } from "./rule.ts";

/** A fault that a rule found, and what comes of it. */
export interface RuleFinding extends FieldError {
  readonly origin: RuleId;
  readonly mode: Exclude<Mode, "off">;
}

/** A rule that threw: a bug of ours. It abstains, and what the others say stands. */
export interface RuleFault {
  readonly origin: RuleId;
  readonly error: unknown;
}

/** What the rules said of one change, in rule-id order. */
export interface RuleResult {
  readonly findings: readonly RuleFinding[];
  readonly faults: readonly RuleFault[];
}

/** Most errors taken of one rule, for a review of 7 MiB has room for a million: one more than an answer lists, so that it can say so. */
const maxErrorsPerRule = 101;

interface ActiveRule {
  readonly rule: Rule;
  readonly mode: RuleFinding["mode"];
}

/** Judges one change of a kind by the rules that were selected. */
type RunRules = (kind: Kind, change: Change<Kinds[Kind]>, context: Context) => RuleResult;

/** Sorts out once which rules look at which kind and operation, so that no review asks a rule in vain. */
export function selectRules(rules: readonly Rule[], policy: Policy): RunRules {
  const active: readonly ActiveRule[] = rules.flatMap((rule) => {
    const mode = modeOf(rule, policy);
    return mode === "off" ? [] : [{ rule, mode }];
  });
  const select = (kind: Kind): Readonly<Record<ChangeOperation, readonly ActiveRule[]>> => {
    const ofKind = active.filter(({ rule }) => rule.kinds.includes(kind));
    const of = (operation: ChangeOperation) => ofKind.filter(({ rule }) => rule.operations.includes(operation));
    return { CREATE: of("CREATE"), UPDATE: of("UPDATE"), DELETE: of("DELETE") };
  };
  const selected = { Lease: select("Lease"), LeaseCandidate: select("LeaseCandidate") };
  // Field by field: a spread would take a tenth of the time of a whole review.
  return (kind, change, { now, user, dryRun }) => runRules(selected[kind][change.operation], change, { now, user, dryRun, kind });
}

function runRules(active: readonly ActiveRule[], change: Change<Kinds[Kind]>, context: Context & { readonly kind: Kind }): RuleResult {
  const findings: RuleFinding[] = [];
  const faults: RuleFault[] = [];
  for (const { rule, mode } of active) {
    try {
      for (const error of collect(rule.check(change, context))) findings.push({ ...error, origin: rule.id, mode });
    } catch (error) {
      faults.push({ origin: rule.id, error });
    }
  }
  return { findings, faults };
}

const nothing: readonly FieldError[] = [];

/** The first errors, each once: two items of a list with one fault between them read the same, for upstream's paths have no index. */
function collect(errors: Iterable<FieldError>): readonly FieldError[] {
  let kept: FieldError[] | undefined;
  let count = 0;
  for (const error of errors) {
    kept ??= [];
    if (!kept.some((other) => isSame(error, other))) kept.push(error);
    if (++count === maxErrorsPerRule) break;
  }
  return kept ?? nothing;
}

function isSame(a: FieldError, b: FieldError): boolean {
  return a.detail === b.detail && a.badValue === b.badValue && a.type === b.type && formatPath(a.field) === formatPath(b.field);
}
