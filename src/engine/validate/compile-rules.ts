import type { HubByKind, Kind } from "../../core/api/coordination.ts";
import type { FieldError } from "../../core/field/error.ts";
import { isSamePath } from "../../core/field/path.ts";
import { type NamedWrite, namedWrite } from "../../policy/match.ts";
import { exemptMode, type FindingMode, loweredMode, type Policy } from "../../policy/policy.ts";
import { type EffectiveSetting, isEverOn, modeAt, resolveRule } from "../../policy/resolve.ts";
import type { Change, ChangeOperation, Context, Rule, RuleContext, RuleId, Tier } from "../../rules/rule.ts";
import { actsAsHolder } from "../../rules/shared/acts-as-holder.ts";
import { breakGlassGroup } from "../../rules/shared/identities.ts";
import { isPlainRenewal } from "../../rules/shared/plain-renewal.ts";
import { type AppliedExemption, type CompiledRule, compileRule } from "./compile-rule.ts";

export interface RuleFinding extends FieldError, AppliedExemption {
  readonly source: "rule";
  readonly origin: RuleId;
  readonly tier: Tier;
  readonly mode: FindingMode;
}

/**
 * The error of a crash of a rule, which is a bug in lease-guard. The rule reports nothing, but the
 * findings of the other rules remain valid.
 */
export interface RuleCrash {
  readonly origin: RuleId;
  readonly error: unknown;
}

/** The findings of all rules for one change, in the order of the rule ids. */
export interface RuleResult {
  readonly findings: readonly RuleFinding[];
  readonly crashes: readonly RuleCrash[];
  /**
   * The relation rules that could not decide, because they need an object that is not in the view.
   * Without a view, every relation rule abstains that applies to the change and is not off.
   */
  readonly abstained: readonly RuleId[];
}

/** The maximum number of causes in one response. kubectl prints all causes. */
export const maxCauses = 100;

/**
 * The maximum number of errors that a rule reports: one more than a response lists. The response
 * then ends with "and more". A review of 7 MiB can contain a million errors.
 */
const maxErrorsPerRule: number = maxCauses + 1;

type LeaseChange = Change<HubByKind["Lease"]>;

type RunRules = (kind: Kind, change: Change<HubByKind[Kind]>, context: Context) => RuleResult;

/**
 * Returns a function that runs the rules for a change. Selects the rules for each kind and
 * operation once, not for each change. For a plain renewal, runs only rules of tier `api` and rules
 * with `plainRenewals`. Without a view, runs no relation rules.
 */
export function compileRules(rules: readonly Rule[], policy: Policy): RunRules {
  const compiled = rules
    .map((rule) => resolveRule(rule, policy))
    .filter(isEverOn)
    .map(compileRule);
  const select = (kind: Kind): Readonly<Record<ChangeOperation, readonly CompiledRule[]>> => {
    const ofKind = compiled.filter(({ rule }) => rule.kinds.includes(kind));
    const of = (operation: ChangeOperation) => ofKind.filter(({ rule }) => rule.operations.includes(operation));
    return { CREATE: of("CREATE"), UPDATE: of("UPDATE"), DELETE: of("DELETE") };
  };
  const selected = { Lease: select("Lease"), LeaseCandidate: select("LeaseCandidate") };
  const ofPlainRenewals = selected.Lease.UPDATE.filter(({ rule }) => rule.tier === "api" || rule.plainRenewals);
  const { clockSkewMs, administrators } = policy;
  return (kind, change, { now, user, dryRun, view }) => {
    const chosen =
      kind === "Lease" && isPlainRenewal(change as LeaseChange) ? ofPlainRenewals : selected[kind][change.operation];
    // This call has no spread, because a spread would take a tenth of the time of a whole review.
    return runChosen(chosen, change, {
      now,
      user,
      dryRun,
      view,
      kind,
      clockSkewMs,
      administrators,
      parameters: undefined,
    });
  };
}

function runChosen(rules: readonly CompiledRule[], change: Change<HubByKind[Kind]>, context: RuleContext): RuleResult {
  const findings: RuleFinding[] = [];
  const crashes: RuleCrash[] = [];
  const abstained: RuleId[] = [];
  // Computed only if a scope or an exemption needs this value, which is rare.
  let write: NamedWrite | undefined;
  for (const each of rules) {
    const { rule, general, scopes, settingOf, exemptionOf } = each;
    if (scopes.length > 0) write ??= namedWrite(change, context.user);
    const setting = write === undefined || scopes.length === 0 ? general : settingOf(write);
    const mode = modeAt(setting, context.now);
    if (mode === "off") continue;
    try {
      const reported =
        rule.isRelation && context.view === undefined
          ? undefined
          : rule.check(change, withParameters(context, setting));
      if (reported === undefined) abstained.push(rule.id);
      if (reported === undefined || isEmptyArray(reported)) continue;
      const errors = firstDistinct(reported);
      if (errors.length === 0) continue;
      if (exemptionOf !== undefined) write ??= namedWrite(change, context.user);
      const applied = exemptionOf === undefined || write === undefined ? noExemption : exemptionOf(write, context.now);
      const effective = isExempt(rule, context, applied) ? exemptMode : modeFor(change, setting, mode, context);
      for (const error of errors) findings.push(toFinding(error, rule, effective, applied));
    } catch (error) {
      crashes.push({ origin: rule.id, error });
    }
  }
  return { findings, crashes, abstained };
}

/**
 * Returns a context with the parameters of a setting. Copies field by field, because a spread is
 * slow.
 */
function withParameters(context: RuleContext, { parameters }: EffectiveSetting): RuleContext {
  if (parameters === undefined) return context;
  const { now, user, dryRun, view, kind, clockSkewMs, administrators } = context;
  return { now, user, dryRun, view, kind, clockSkewMs, administrators, parameters };
}

/** Returns the mode at the time of a write, which `warnNewHolder` can lower for the write. */
function modeFor(
  change: Change<HubByKind[Kind]>,
  { warnNewHolder }: EffectiveSetting,
  mode: FindingMode,
  context: RuleContext,
): FindingMode {
  if (!warnNewHolder || mode !== "deny" || context.kind !== "Lease") return mode;
  return actsAsHolder(change as LeaseChange, context) ? loweredMode : mode;
}

const noExemption: AppliedExemption = {};

/**
 * Reports whether a finding has the mode `audit` because of an exemption of the policy, or because
 * the writer is in the break-glass group. kube-apiserver enforces rules of tier api for every user.
 */
function isExempt({ tier }: Rule, { user }: RuleContext, { exemption }: AppliedExemption): boolean {
  return exemption !== undefined || (tier !== "api" && user.groups.includes(breakGlassGroup));
}

/**
 * Converts an error of a rule to a finding. Copies field by field, because spreads would take a
 * tenth of the time of a denied review.
 */
function toFinding(
  error: FieldError,
  { id: origin, tier }: Rule,
  mode: FindingMode,
  applied: AppliedExemption,
): RuleFinding {
  const { type, field, badValue, detail, other } = error;
  const { exemption, expiredExemption } = applied;
  return {
    type,
    field,
    badValue,
    detail,
    other,
    source: "rule",
    origin,
    tier,
    mode,
    exemption,
    expiredExemption,
  };
}

/** Reports whether a rule returned an empty array, as most rules do that find nothing. */
function isEmptyArray(errors: Iterable<FieldError>): boolean {
  return Array.isArray(errors) && errors.length === 0;
}

/**
 * Returns the distinct errors among the first `maxErrorsPerRule` errors. Errors of two list items
 * can be equal, because some paths of kube-apiserver have no index.
 */
function firstDistinct(errors: Iterable<FieldError>): readonly FieldError[] {
  const kept: FieldError[] = [];
  let count = 0;
  for (const error of errors) {
    if (!kept.some((other) => isSameError(error, other))) kept.push(error);
    if (++count === maxErrorsPerRule) break;
  }
  return kept;
}

function isSameError(a: FieldError, b: FieldError): boolean {
  return a.badValue === b.badValue && a.detail === b.detail && a.type === b.type && isSamePath(a.field, b.field);
}
