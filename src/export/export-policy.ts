import type { Kind } from "../api/coordination.ts";
import { type ExportRelease, isBefore, oldestExportRelease } from "../api/kubernetes-release.ts";
import { type FindingMode, findingModes, type Policy } from "../policy/policy.ts";
import { type ResolvedRule, resolveRule } from "../policy/resolve.ts";
import type { CelDefinition, CelFinding, CelRule } from "../rules/cel/cel-rule.ts";
import { celFindings, conditionFor, variablesOf } from "../rules/cel/compile.ts";
import { celRules } from "../rules/cel/index.ts";
import { allOf } from "../rules/cel/text.ts";
import { rules } from "../rules/index.ts";
import { changeOperations, type RuleId } from "../rules/rule.ts";
import { notAnAdministrator, notAPlainRenewal } from "./conditions.ts";
import { type AdmissionObject, type ExportOptions, toObjects, type Validation } from "./objects.ts";
import { guardedModes } from "./settings.ts";

/** A rule that the exported policies do not contain, or contain only in part. */
export interface Omission {
  readonly rule: RuleId;
  readonly isPartial: boolean;
  readonly reason: string;
}

/** Returns a line such as `not exported: RULE: REASON`. */
export function omissionLine({ rule, isPartial, reason }: Omission): string {
  return `${isPartial ? "partly" : "not"} exported: ${rule}: ${reason}`;
}

/** The exported objects, and what they leave out. */
export interface ExportedPolicy {
  readonly objects: readonly AdmissionObject[];
  readonly omissions: readonly Omission[];
}

/** The kinds of `params`. Only relation rules read `params`. */
const paramKinds: readonly (Kind | undefined)[] = [undefined, "Lease", "LeaseCandidate"];

/** A rule that is on for some writes. */
interface ActiveRule extends ResolvedRule {
  readonly modes: ReturnType<typeof guardedModes>;
  readonly cel: CelDefinition;
}

/**
 * Converts a policy to ValidatingAdmissionPolicies: one for each kind and mode, with a binding.
 * Leaves out rules of tier api, which kube-apiserver itself enforces.
 */
export function exportPolicy(policy: Policy, options: ExportOptions): ExportedPolicy {
  const active = rules.flatMap((rule): readonly ActiveRule[] => {
    const [cel, resolved] = [celRules.get(rule.id), resolveRule(rule, policy)];
    const modes = guardedModes(resolved, options.now);
    return cel === undefined || modes.length === 0 ? [] : [{ ...resolved, modes, cel }];
  });
  const objects = (["Lease", "LeaseCandidate"] as const).flatMap((kind) =>
    paramKinds.flatMap((params) => findingModes.flatMap((mode) => objectsFor({ kind, mode, params }, active, { policy, options }))),
  );
  return { objects, omissions: active.flatMap((rule) => omissionsOf(rule, options)) };
}

function omissionsOf({ rule: { id }, cel }: ActiveRule, { release, hasRelations }: ExportOptions): readonly Omission[] {
  if ("noCel" in cel) return [{ rule: id, isPartial: false, reason: cel.noCel }];
  if (cel.params !== undefined && !hasRelations)
    return [{ rule: id, isPartial: false, reason: "the rule reads other objects, and needs --relations" }];
  if (!isSupported(cel, release)) return [{ rule: id, isPartial: false, reason: `the rule needs Kubernetes ${cel.since ?? ""}` }];
  return (cel.unseen ?? []).map((what) => ({ rule: id, isPartial: true, reason: `the policies do not report ${what}` }));
}

function isSupported({ since = oldestExportRelease }: Pick<CelRule, "since">, release: ExportRelease): boolean {
  return !isBefore(release, since);
}

/** The kind, the mode, and the kind of the params of one exported policy. */
interface Target {
  readonly kind: Kind;
  readonly mode: FindingMode;
  readonly params: Kind | undefined;
}

interface Export {
  readonly policy: Policy;
  readonly options: ExportOptions;
}

/** A condition under which a policy reports a write, with its rule. */
interface RuleCondition extends Required<CelFinding> {
  readonly rule: RuleId;
  readonly parameters: Validation["parameters"];
}

/** Returns the findings of the rules for a kind in a mode. */
function findingsFor({ kind, mode, params }: Target, active: readonly ActiveRule[], { policy, options }: Export): readonly RuleCondition[] {
  const clockSkewMicros = policy.clockSkewMs * 1000;
  const findings = active.flatMap(({ rule, modes, cel }): readonly RuleCondition[] => {
    if ("noCel" in cel || !isSupported(cel, options.release) || cel.params !== params) return [];
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

function objectsFor(target: Target, all: readonly ActiveRule[], exported: Export): readonly AdmissionObject[] {
  const { kind, mode } = target;
  const { policy, options } = exported;
  if (target.params !== undefined && !options.hasRelations) return [];
  const active = all.filter(({ rule }) => rule.kinds.includes(kind));
  const findings = findingsFor(target, active, exported);
  if (findings.length === 0) return [];
  const variablesFor = (conditions: readonly Validation[]) =>
    variablesOf(
      kind,
      policy.clockSkewMs * 1000,
      conditions.map(({ reports }) => reports),
    );
  const operations = changeOperations.filter((operation) => findings.some((each) => each.operations.includes(operation)));
  const ofRules = findings.map((finding) => ({ ...finding, reports: conditionFor(finding, operations) }));
  const readsClock = variablesFor(ofRules).some(({ name }) => name === "stamp");
  const validations: readonly Validation[] = mode === "deny" && readsClock ? [...ofRules, managedFieldsKept] : ofRules;
  return toObjects({
    ...target,
    operations,
    validations,
    variables: variablesFor(validations),
    matchConditions: [notAnAdministrator(policy.administrators), ...(kind === "Lease" ? [notAPlainRenewal] : [])],
    options,
  });
}

/**
 * The time of an update is in managedFields. A client can empty this list, but Kubernetes documents
 * this only as a way to reset the list, without another change. After a reset, kube-apiserver does
 * not track the fields of updates until a server-side apply, so the writes of the object have no
 * time.
 */
const managedFieldsKept: Validation = {
  rule: undefined,
  parameters: undefined,
  field: "metadata.managedFields",
  detail: "must not be emptied together with a change of the spec",
  reports:
    "request.operation == 'UPDATE' && variables.changesSpec && size(object.metadata.?managedFields.orValue([])) == 0 && size(oldObject.metadata.?managedFields.orValue([])) > 0",
};
