import { type Kind, kinds } from "../core/api/coordination.ts";
import { property } from "../core/api/json-object.ts";
import { type ExportVersion, isBefore, oldestExportVersion } from "../core/api/kubernetes-version.ts";
import { trackCommand } from "../core/text/shell-quote.ts";
import { type FindingMode, findingModes, type Policy } from "../policy/policy.ts";
import { type ResolvedRule, resolveRule } from "../policy/resolve.ts";
import type { CelDefinition, CelRule, CelSettings } from "../rules/cel/cel-rule.ts";
import { celFindings, conditionFor, conditionForAny, programOf } from "../rules/cel/compile.ts";
import { celRules } from "../rules/cel/index.ts";
import { allOf } from "../rules/cel/text.ts";
import { rules } from "../rules/index.ts";
import { changeOperations } from "../rules/rule.ts";
import { auditVariables } from "./audit-annotation.ts";
import { notBreakGlass, ofPossibleWrites, ofTheSameLease } from "./conditions.ts";
import { type Declarations, declarations } from "./declarations.ts";
import { fenceObjects } from "./fence.ts";
import { fenceViewObjects } from "./fence-view.ts";
import { type GuardedMode, guardedModes, holderCondition } from "./guarded-modes.ts";
import { keeperOf } from "./keeper.ts";
import { type AdmissionObject, bytesOf, type ExportOptions, mostBytes, mostClientBytes, toObjects } from "./objects.ts";
import { type Omission, omissionsFrom } from "./omission.ts";
import { joinEqual, type RuleFinding, type Validation } from "./validation.ts";

export interface ExportedPolicy {
  readonly objects: readonly AdmissionObject[];
  readonly omissions: readonly Omission[];
}

/** The kinds of `params`. Only relation rules read `params`. */
const paramKinds: readonly (Kind | undefined)[] = [undefined, ...kinds];

/** A rule that is on for some writes, with its modes and its CEL. */
interface ActiveRule extends ResolvedRule {
  readonly modes: readonly GuardedMode[];
  readonly cel: CelDefinition;
}

/**
 * Converts a policy to ValidatingAdmissionPolicies: at most one for each kind, mode, and kind of
 * params, with a binding. `auditingMode` selects the admission policy for the findings of mode
 * `audit`. Adds the fences, and a keeper for each kind of params. Leaves out rules of tier api,
 * because kube-apiserver itself enforces them.
 */
export function exportPolicy(policy: Policy, options: ExportOptions): ExportedPolicy {
  const declared = declarations();
  const active = rules.flatMap((rule): readonly ActiveRule[] => {
    const [cel, resolved] = [celRules.get(rule.id), resolveRule(rule, policy)];
    const modes = guardedModes(resolved, options.now, declared);
    return cel === undefined || modes.length === 0 ? [] : [{ ...resolved, modes, cel }];
  });
  const objects = kinds.flatMap((kind) =>
    paramKinds.flatMap((params) => objectsFor({ kind, params }, active, { policy, options, declared })),
  );
  const fences = policy.fences.flatMap((fence) => [
    ...fenceObjects(fence, policy, options),
    ...fenceViewObjects(fence, options),
  ]);
  const all = [...objects, ...fences];
  return {
    objects: [...all, ...keepersFor(all, options)],
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
  readonly declared: Declarations;
}

function findingsFor(
  { kind, mode, params }: Target,
  active: readonly ActiveRule[],
  { policy, options }: Export,
): readonly RuleFinding[] {
  const clockSkewMicros = policy.clockSkewMs * 1000;
  const findings = active.flatMap(({ rule, modes, cel }): readonly RuleFinding[] => {
    if ("noCel" in cel || cel.params !== params || !isSupported(cel, options.kubernetesVersion)) return [];
    return modes
      .filter((each) => each.mode === mode)
      .flatMap(({ parameters, guard, asHolder }) =>
        celFindings(rule, cel, { kind, parameters: parameters ?? {}, clockSkewMicros }).map((finding) => ({
          ...finding,
          rule: rule.id,
          parameters,
          reports: allOf([guard, finding.reports, holderCondition(kind, { asHolder })]),
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
  const of = (mode: FindingMode): readonly RuleFinding[] => findings.get(mode) ?? [];
  const auditing = auditingMode(of, exported.options);
  return findingModes.flatMap((mode) => {
    const [validated, audited] = [mode === "audit" ? [] : of(mode), mode === auditing ? of("audit") : []];
    return validated.length + audited.length === 0
      ? []
      : admissionPoliciesFor({ kind, mode, params }, { validated, audited }, exported);
  });
}

/**
 * Returns the mode of the admission policy that also writes the findings of mode `audit` to the
 * audit log. An additional admission policy takes more time than all of these findings. With
 * `failurePolicy: Fail`, a failed annotation denies the write, so an export that fails closed has a
 * separate admission policy for the mode `audit`.
 */
function auditingMode(of: (mode: FindingMode) => readonly RuleFinding[], { failsClosed }: ExportOptions): FindingMode {
  const others = failsClosed ? [] : (["warn", "deny"] as const);
  return others.find((mode) => of(mode).length > 0) ?? "audit";
}

/** The findings that an admission policy denies or warns about, and those that it only audits. */
interface Findings {
  readonly validated: readonly RuleFinding[];
  readonly audited: readonly RuleFinding[];
}

/** The findings of an admission policy, and the validations that protect the clock of its rules. */
interface Part extends Findings {
  readonly own: readonly Validation[];
}

/**
 * Returns an admission policy with its binding. With `isSplit`, returns several, if one would be
 * larger than `kubectl apply` can store. Only the first one protects the clock.
 */
function admissionPoliciesFor(target: Target, findings: Findings, exported: Export): readonly AdmissionObject[] {
  const whole = { ...findings, own: ownValidations(target, findings, exported) };
  const parts = exported.options.isSplit ? storableParts(target, sized(target, whole, exported), exported) : [whole];
  return parts.flatMap((part, index) => admissionPolicyFor({ ...target, part: index + 1 }, part, exported));
}

interface SizedPart {
  readonly part: Part;
  readonly bytes: number;
}

function sized(target: Target, part: Part, exported: Export): SizedPart {
  const objects = admissionPolicyFor({ ...target, part: 1 }, part, exported);
  return { part, bytes: Math.max(...objects.map(bytesOf)) };
}

function storableParts(target: Target, whole: SizedPart, exported: Export): readonly Part[] {
  if (whole.bytes <= mostClientBytes) return [whole.part];
  const halves = halvesOf(whole.part).map((half) => sized(target, half, exported));
  return halves.length === 0 || isRepetition(whole, halves)
    ? [whole.part]
    : halves.flatMap((half) => storableParts(target, half, exported));
}

function halvesOf({ validated, audited, own }: Part): readonly Part[] {
  const findings = [...validated, ...audited];
  if (findings.length < 2) return [];
  const first = new Set(findings.slice(0, Math.ceil(findings.length / 2)));
  return [true, false].map((isFirst) => {
    const inHalf = (each: RuleFinding): boolean => first.has(each) === isFirst;
    return { validated: validated.filter(inHalf), audited: audited.filter(inHalf), own: isFirst ? own : [] };
  });
}

/**
 * Reports whether the halves of a part that etcd can store mostly repeat its variables, and are
 * still too large for `kubectl apply`. The findings of a scope need the conditions of all earlier
 * scopes, so with thousands of scopes, each finding would otherwise become a large policy.
 */
function isRepetition(whole: SizedPart, halves: readonly SizedPart[]): boolean {
  if (whole.bytes > mostBytes || halves.every(({ bytes }) => bytes <= mostClientBytes)) return false;
  return halves.reduce((sum, { bytes }) => sum + bytes, 0) > 1.5 * whole.bytes;
}

function admissionPolicyFor(
  target: Target & { readonly part: number },
  { validated, audited, own }: Part,
  { policy, options, declared }: Export,
): readonly AdmissionObject[] {
  const { kind, params } = target;
  const all = [...validated, ...audited];
  const operations = changeOperations.filter((operation) => all.some((each) => each.operations.includes(operation)));
  const settings = settingsOf(policy);
  const conditional = (finding: RuleFinding): RuleFinding => ({
    ...finding,
    reports: conditionFor(finding, operations),
  });
  const [conditions, audits] = [validated.map(conditional), audited.map(conditional)];
  const enforced = [...joinEqual(conditions, declared), ...own];
  const findings = [...enforced, ...joinEqual(audits, declared)];
  const { variables, expressions } = programOf(kind, settings, reportsOf(findings), declared.all());
  const written = findings.map((finding, index) => ({ ...finding, reports: expressions[index] ?? "false" }));
  // With Fail, an error in this condition would deny a write even if no rule can report the write.
  const isAlwaysEvaluated = options.failsClosed || params !== undefined;
  const reported = reportsOf([...conditions, ...own, ...audits]);
  const possible = isAlwaysEvaluated ? "true" : conditionForAny(kind, settings, reported);
  const annotated = written.slice(enforced.length);
  return toObjects({
    ...target,
    operations,
    validations: written.slice(0, enforced.length),
    audited: annotated,
    variables: [...variables, ...auditVariables(annotated)],
    matchConditions: [
      notBreakGlass,
      ...ofPossibleWrites(kind, possible),
      ...(params === undefined ? [] : [ofTheSameLease(kind, params)]),
    ],
    options,
  });
}

function settingsOf({ clockSkewMs, administrators }: Policy): CelSettings {
  return { clockSkewMicros: clockSkewMs * 1000, administrators };
}

function reportsOf(findings: readonly { readonly reports: string }[]): readonly string[] {
  return findings.map(({ reports }) => reports);
}

/** Returns the validations of an admission policy that protect the clock of its rules. */
function ownValidations(
  { kind, mode, params }: Target,
  { validated }: Findings,
  { policy, declared }: Export,
): readonly Validation[] {
  const { variables } = programOf(kind, settingsOf(policy), reportsOf(validated), declared.all());
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
  settings: [],
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
  settings: [],
  field: "metadata.managedFields",
  detail: `must not be empty while the Lease has a holder, because the policies then use the clock of the writer: run ${trackCommand()}`,
  reports: `${isUntracked} && variables.holder != ''`,
};
