import type { HubByKind, Kind } from "../api/coordination.ts";
import type { FieldError } from "../field/error.ts";
import { formatPath } from "../field/path.ts";
import { matches } from "../policy/match.ts";
import {
  type EffectiveSetting,
  type Exemption,
  effectiveSetting,
  type FindingMode,
  modeAt,
  type Policy,
  type Scope,
} from "../policy/policy.ts";
import type { Change, ChangeOperation, Context, Rule, RuleContext, RuleId, Tier } from "../rules/rule.ts";

/** A fault that a rule found, and what comes of it. */
export interface RuleFinding extends FieldError {
  readonly origin: RuleId;
  readonly tier: Tier;
  readonly mode: FindingMode;
  /** Why it is only audited. */
  readonly exemption?: Exemption;
  /** Spared such a write until it ran out. */
  readonly expiredExemption?: Exemption;
}

/** A rule that threw: a bug of ours. It abstains, and what the others say stands. */
export interface RuleCrash {
  readonly origin: RuleId;
  readonly error: unknown;
}

/** What the rules said of one change, in rule-id order. */
export interface RuleResult {
  readonly findings: readonly RuleFinding[];
  readonly faults: readonly RuleCrash[];
}

/** Most errors taken of one rule, for a review of 7 MiB has room for a million: one more than an answer lists, so that it can say so. */
const maxErrorsPerRule = 101;

interface ActiveRule {
  readonly rule: Rule;
  readonly general: EffectiveSetting;
  readonly scopes: readonly { readonly scope: Scope; readonly setting: EffectiveSetting }[];
  readonly exemptions: readonly Exemption[];
}

/** Judges one change of a kind by the rules that were selected. */
type RunRules = (kind: Kind, change: Change<HubByKind[Kind]>, context: Context) => RuleResult;

/** Sorts out once which rules look at which kind and operation, so that no review asks a rule in vain. */
export function compileRules(rules: readonly Rule[], policy: Policy): RunRules {
  const active = rules.map((rule) => applyPolicy(rule, policy)).filter(isOn);
  const select = (kind: Kind): Readonly<Record<ChangeOperation, readonly ActiveRule[]>> => {
    const ofKind = active.filter(({ rule }) => rule.kinds.includes(kind));
    const of = (operation: ChangeOperation) => ofKind.filter(({ rule }) => rule.operations.includes(operation));
    return { CREATE: of("CREATE"), UPDATE: of("UPDATE"), DELETE: of("DELETE") };
  };
  const selected = { Lease: select("Lease"), LeaseCandidate: select("LeaseCandidate") };
  const { clockSkewMs } = policy;
  return (kind, change, { now, user, dryRun }) =>
    // Field by field: a spread would take a tenth of the time of a whole review.
    runRules(selected[kind][change.operation], change, { now, user, dryRun, kind, clockSkewMs, parameters: undefined });
}

function applyPolicy(rule: Rule, policy: Policy): ActiveRule {
  const { scopes = [] } = policy.rules.get(rule.id) ?? {};
  return {
    rule,
    general: effectiveSetting(rule, policy, undefined),
    scopes: scopes.map((scope) => ({ scope, setting: effectiveSetting(rule, policy, scope) })),
    exemptions: policy.exemptions.filter((exemption) => exemption.rules.includes(rule.id)),
  };
}

function isOn({ general, scopes }: ActiveRule): boolean {
  return general.mode !== "off" || scopes.some(({ setting }) => setting.mode !== "off");
}

function runRules(active: readonly ActiveRule[], change: Change<HubByKind[Kind]>, context: RuleContext): RuleResult {
  const findings: RuleFinding[] = [];
  const faults: RuleCrash[] = [];
  for (const each of active) {
    const { rule, general, scopes } = each;
    const setting = scopes.length === 0 ? general : settingFor(each, change, context);
    const mode = modeAt(setting, context.now);
    if (mode === "off") continue;
    try {
      const errors = firstDistinct(rule.check(change, withParameters(context, setting)));
      if (errors.length > 0) findings.push(...toFindings(errors, each, mode, exemptionFrom(each, change, context)));
    } catch (error) {
      faults.push({ origin: rule.id, error });
    }
  }
  return { findings, faults };
}

/** Field by field, as above. */
function withParameters(context: RuleContext, { parameters }: EffectiveSetting): RuleContext {
  if (parameters === undefined) return context;
  const { now, user, dryRun, kind, clockSkewMs } = context;
  return { now, user, dryRun, kind, clockSkewMs, parameters };
}

function settingFor({ general, scopes }: ActiveRule, change: Change<HubByKind[Kind]>, { user }: Context): EffectiveSetting {
  return scopes.find(({ scope }) => matches(scope.match, change, user))?.setting ?? general;
}

type ExemptionMatch = Pick<RuleFinding, "exemption" | "expiredExemption">;

/** The first exemption that holds, or else the first that did. */
function exemptionFrom({ exemptions }: ActiveRule, change: Change<HubByKind[Kind]>, { user, now }: Context): ExemptionMatch {
  const meant = exemptions.filter(({ match }) => matches(match, change, user));
  const exemption = meant.find(({ expires }) => now < expires);
  if (exemption !== undefined) return { exemption };
  return meant[0] === undefined ? {} : { expiredExemption: meant[0] };
}

function toFindings(
  errors: readonly FieldError[],
  { rule: { id: origin, tier } }: ActiveRule,
  mode: RuleFinding["mode"],
  spared: ExemptionMatch,
): readonly RuleFinding[] {
  return errors.map((error) => ({ ...error, origin, tier, mode: spared.exemption === undefined ? mode : "audit", ...spared }));
}

const nothing: readonly FieldError[] = [];

/** The first errors, each once: two items of a list with one fault between them read the same, for upstream's paths have no index. */
function firstDistinct(errors: Iterable<FieldError>): readonly FieldError[] {
  if (Array.isArray(errors) && errors.length === 0) return nothing;
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
