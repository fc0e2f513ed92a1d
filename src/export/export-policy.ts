import { type Kind, kinds } from "../core/api/coordination.ts";
import { property } from "../core/api/json-object.ts";
import { type ExportVersion, isBefore, oldestExportVersion } from "../core/api/kubernetes-version.ts";
import { trackCommand } from "../core/text/shell-quote.ts";
import { exemptMode, type FindingMode, findingModes, type Policy } from "../policy/policy.ts";
import {
  deniesFrom,
  isActive,
  modeAt,
  type ResolvedRule,
  type ResolvedSetting,
  resolveRule,
} from "../policy/resolve.ts";
import type { CelDefinition, CelFinding, CelRule } from "../rules/cel/cel-rule.ts";
import { type CelProgram, celFindings, conditionFor, conditionForAny, programOf } from "../rules/cel/compile.ts";
import { celRules } from "../rules/cel/index.ts";
import { allOf, anyOf, not } from "../rules/cel/text.ts";
import { rules } from "../rules/index.ts";
import { changeOperations, type RuleId } from "../rules/rule.ts";
import { auditVariable } from "./audit-annotation.ts";
import { celMatch, notBreakGlass, ofPossibleWrites, ofTheSameLease } from "./conditions.ts";
import { keeperOf } from "./keeper.ts";
import { type AdmissionObject, type ExportOptions, toObjects } from "./objects.ts";
import { type Omission, omissionsFrom } from "./omission.ts";
import type { Validation } from "./validation.ts";

interface GuardedMode {
  readonly mode: FindingMode;
  readonly parameters: ResolvedSetting["parameters"];
  /** A CEL expression that is true for the writes to which the mode applies. */
  readonly guard: string;
}

export interface ExportedPolicy {
  readonly objects: readonly AdmissionObject[];
  readonly omissions: readonly Omission[];
}

/** The kinds of `params`. Only relation rules read `params`. */
const paramKinds: readonly (Kind | undefined)[] = [undefined, ...kinds];

/** A rule that is on for some writes, with its modes and its CEL. */
interface ActiveRule extends ResolvedRule {
  readonly modes: ReturnType<typeof guardedModes>;
  readonly cel: CelDefinition;
}

/**
 * Converts a policy to ValidatingAdmissionPolicies: at most one for each kind, mode, and kind of
 * params, with a binding. `auditingMode` selects the admission policy for the findings of mode
 * `audit`. Adds a keeper for each kind of params. Leaves out rules of tier api, because
 * kube-apiserver itself enforces them.
 */
export function exportPolicy(policy: Policy, options: ExportOptions): ExportedPolicy {
  const active = rules.flatMap((rule): readonly ActiveRule[] => {
    const [cel, resolved] = [celRules.get(rule.id), resolveRule(rule, policy)];
    const modes = guardedModes(resolved, options.now);
    return cel === undefined || modes.length === 0 ? [] : [{ ...resolved, modes, cel }];
  });
  const objects = kinds.flatMap((kind) =>
    paramKinds.flatMap((params) => objectsFor({ kind, params }, active, { policy, options })),
  );
  return {
    objects: [...objects, ...keepersFor(objects, options)],
    omissions: active.flatMap(({ rule, cel }) => omissionsFrom(rule.id, cel, options)),
  };
}

function keepersFor(objects: readonly AdmissionObject[], options: ExportOptions): readonly AdmissionObject[] {
  const read = new Set(objects.map(({ spec }) => property(spec["paramKind"], "kind")));
  return kinds.filter((kind) => read.has(kind)).flatMap((kind) => keeperOf(kind, options));
}

function isSupported(
  { since = oldestExportVersion }: Pick<CelRule, "since">,
  kubernetesVersion: ExportVersion,
): boolean {
  return !isBefore(kubernetesVersion, since);
}

interface Target {
  readonly kind: Kind;
  readonly mode: FindingMode;
  readonly params: Kind | undefined;
}

interface Export {
  readonly policy: Policy;
  readonly options: ExportOptions;
}

interface RuleCondition extends Required<CelFinding> {
  readonly rule: RuleId;
  readonly parameters: Validation["parameters"];
}

function findingsFor(
  { kind, mode, params }: Target,
  active: readonly ActiveRule[],
  { policy, options }: Export,
): readonly RuleCondition[] {
  const clockSkewMicros = policy.clockSkewMs * 1000;
  const findings = active.flatMap(({ rule, modes, cel }): readonly RuleCondition[] => {
    if ("noCel" in cel || cel.params !== params || !isSupported(cel, options.kubernetesVersion)) return [];
    return modes
      .filter((each) => each.mode === mode)
      .flatMap(({ parameters, guard }) =>
        celFindings(rule, cel, { kind, parameters: parameters ?? {}, clockSkewMicros }).map((finding) => ({
          ...finding,
          rule: rule.id,
          parameters,
          reports: allOf([guard, finding.reports]),
        })),
      );
  });
  return findings.filter(({ reports }) => reports !== "false");
}

/** A kind, and the kind of the params. A pair has at most one admission policy for each mode. */
type Pair = Omit<Target, "mode">;

function objectsFor({ kind, params }: Pair, all: readonly ActiveRule[], exported: Export): readonly AdmissionObject[] {
  if (params !== undefined && !exported.options.hasRelations) return [];
  const active = all.filter(({ rule }) => rule.kinds.includes(kind));
  const findings = new Map(findingModes.map((mode) => [mode, findingsFor({ kind, mode, params }, active, exported)]));
  const of = (mode: FindingMode): readonly RuleCondition[] => findings.get(mode) ?? [];
  const auditing = auditingMode(of, exported.options);
  return findingModes.flatMap((mode) => {
    const [validated, audited] = [mode === "audit" ? [] : of(mode), mode === auditing ? of("audit") : []];
    return validated.length + audited.length === 0
      ? []
      : admissionPolicyFor({ kind, mode, params }, { validated, audited }, exported);
  });
}

/**
 * Returns the mode of the admission policy that also writes the findings of mode `audit` to the
 * audit log. An additional admission policy takes more time than all of these findings. With
 * `failurePolicy: Fail`, a failed annotation denies the write, so an export that fails closed has a
 * separate admission policy for the mode `audit`.
 */
function auditingMode(
  of: (mode: FindingMode) => readonly RuleCondition[],
  { failsClosed }: ExportOptions,
): FindingMode {
  const others = failsClosed ? [] : (["warn", "deny"] as const);
  return others.find((mode) => of(mode).length > 0) ?? "audit";
}

/** The findings that an admission policy denies or warns about, and those that it only audits. */
interface Findings {
  readonly validated: readonly RuleCondition[];
  readonly audited: readonly RuleCondition[];
}

function admissionPolicyFor(
  target: Target,
  { validated, audited }: Findings,
  { policy, options }: Export,
): readonly AdmissionObject[] {
  const { kind, params } = target;
  const all = [...validated, ...audited];
  const operations = changeOperations.filter((operation) => all.some((each) => each.operations.includes(operation)));
  const settings = { clockSkewMicros: policy.clockSkewMs * 1000, administrators: policy.administrators };
  const reportsOf = (findings: readonly Validation[]): readonly string[] => findings.map(({ reports }) => reports);
  const programFor = (findings: readonly Validation[]): CelProgram => programOf(kind, settings, reportsOf(findings));
  const conditional = (finding: RuleCondition): Validation => ({
    ...finding,
    reports: conditionFor(finding, operations),
  });
  const ofRules = validated.map(conditional);
  const own = [...ofRules, ...ownValidations(target, programFor(ofRules))];
  const findings = [...own, ...audited.map(conditional)];
  const { variables, expressions } = programFor(findings);
  const written = findings.map((finding, index) => ({ ...finding, reports: expressions[index] ?? "false" }));
  // With Fail, an error in this condition would deny a write even if no rule can report the write.
  const isAlwaysEvaluated = options.failsClosed || params !== undefined;
  const possible = isAlwaysEvaluated ? "true" : conditionForAny(kind, settings, reportsOf(findings));
  const [validations, annotated] = [written.slice(0, own.length), written.slice(own.length)];
  return toObjects({
    ...target,
    operations,
    validations,
    audited: annotated,
    variables: [...variables, ...(annotated.length === 0 ? [] : [auditVariable(annotated)])],
    matchConditions: [
      notBreakGlass,
      ...ofPossibleWrites(kind, possible),
      ...(params === undefined ? [] : [ofTheSameLease(kind, params)]),
    ],
    options,
  });
}

/** Returns the validations of an admission policy that protect the clock of its rules. */
function ownValidations({ kind, mode, params }: Target, { variables }: CelProgram): readonly Validation[] {
  if (!variables.some(({ name }) => name === "now")) return [];
  if (mode === "deny") return [managedFieldsKept];
  return mode === "warn" && kind === "Lease" && params === undefined ? [managedFieldsTracked] : [];
}

/** True if an update leaves no entry in managedFields, so that the update has no recorded time. */
const isUntracked = "request.operation == 'UPDATE' && size(object.metadata.?managedFields.orValue([])) == 0";

/**
 * Denies an update that changes the spec and empties managedFields, which contains the time of the
 * update, unless an administrator repairs the object. Kubernetes documents an empty list only as a
 * way to reset the list, without another change. After a reset, kube-apiserver does not track the
 * fields of updates until a server-side apply, so the writes of the object have no time. An update
 * that only removes fields has no time anyway, and kube-apiserver itself empties the list when an
 * update removes the last field.
 */
const managedFieldsKept: Validation = {
  rule: undefined,
  parameters: undefined,
  field: "metadata.managedFields",
  detail: "must not be emptied together with a change of the spec",
  reports: `${isUntracked} && size(oldObject.metadata.?managedFields.orValue([])) > 0 && variables.changed.size() > 0 && !variables.isAdministrator`,
};

/**
 * Warns about an update of a held Lease for which kube-apiserver does not track managedFields. The
 * policies then use the clock of the writer. A plain renewal causes no warning, because the match
 * condition skips it.
 */
const managedFieldsTracked: Validation = {
  rule: undefined,
  parameters: undefined,
  field: "metadata.managedFields",
  detail: `must not be empty while the Lease has a holder, because the policies then use the clock of the writer: run ${trackCommand()}`,
  reports: `${isUntracked} && variables.holder != ''`,
};

/**
 * Returns the modes of a rule with their conditions, without mode `off`. `now` is the time of the
 * export: an exemption that has expired and a `warnUntil` that has passed need no condition. If the
 * time of a write is unknown, an exemption applies, and a rule with `warnUntil` warns.
 */
export function guardedModes({ scopes, general, exemptions }: ResolvedRule, now: Date): readonly GuardedMode[] {
  const active = exemptions.filter(({ exemption }) => isActive(exemption, now));
  const isExempt = anyOf(
    active.map(({ exemption: { match, expires } }) =>
      allOf([celMatch(match), `!variables.hasClock || variables.now < ${micros(expires)}`]),
    ),
  );
  const earlier: string[] = [];
  const modes = [...scopes, general].flatMap((setting) => {
    const match = setting.match === undefined ? "true" : celMatch(setting.match);
    const guard = allOf([...earlier.map(not), match]);
    earlier.push(match);
    return modesOf(setting, now).flatMap(({ mode, when }): GuardedMode[] => {
      const { parameters } = setting;
      if (mode === "off") return [];
      const applies = allOf([guard, when]);
      if (mode === exemptMode) return [{ mode, parameters, guard: applies }];
      return [
        { mode, parameters, guard: allOf([applies, not(isExempt)]) },
        { mode: exemptMode, parameters, guard: allOf([applies, isExempt]) },
      ];
    });
  });
  return modes.filter(({ guard }) => guard !== "false");
}

function modesOf(
  setting: ResolvedSetting,
  now: Date,
): readonly { readonly mode: ResolvedSetting["mode"]; readonly when: string }[] {
  const date = deniesFrom(setting);
  const mode = modeAt(setting, now);
  if (date === undefined || mode === setting.mode) return [{ mode, when: "true" }];
  const hasPassed = `variables.hasClock && variables.now >= ${micros(date)}`;
  return [
    { mode: setting.mode, when: hasPassed },
    { mode, when: not(hasPassed) },
  ];
}

function micros(time: Date): string {
  return String(time.getTime() * 1000);
}
