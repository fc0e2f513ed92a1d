import { type Fields, failurePolicyOf, fieldAt, objectsAt, textAt } from "../../core/api/fields.ts";
import { firstDifference } from "../../core/api/first-difference.ts";
import { defaultExportVersion } from "../../core/api/kubernetes-version.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { notAPlainRenewal, possibleWritesCondition } from "../../export/conditions.ts";
import { type AdmissionObject, isLaterPart, modeOfName } from "../../export/objects.ts";
import { fenceEdits } from "../../installation/fence-edits.ts";
import { fencesIn } from "../../installation/fences.ts";
import { decideCel } from "../../installation/reach/decide-cel.ts";
import { policiesInForce } from "../../installation/selected-policy.ts";
import { objectsOf } from "../../installation/snapshot.ts";
import { defaultPolicy, exemptMode, type Mode, type RuleSettings } from "../../policy/policy.ts";
import { objectTitle } from "../../report/object-title.ts";
import { rules } from "../../rules/index.ts";
import { at, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import {
  counterpartOf,
  type Exported,
  exportAgain,
  exported,
  exportedAt,
  possibleExports,
} from "../expected-exports.ts";
import { shellLine } from "../quote.ts";

interface Edit {
  readonly field: FieldPath;
  readonly reason: string;
}

/** Yields a finding for each exported policy that no policy file of this version can produce. */
export function* edits(examined: Examined): Iterable<DoctorOutcome> {
  for (const each of exported(examined)) {
    const edit = editOf(each, examined.version);
    if (edit !== undefined) yield found("warning", at(each.policy, ...edit.field), edit.reason, exportAgain);
  }
  const bindings = objectsOf(examined.snapshot, "ValidatingAdmissionPolicyBinding");
  for (const { policy } of fencesIn(examined.snapshot))
    for (const { object, field, reason } of fenceEdits(policy, bindings, examined.version))
      yield found("warning", at(object, ...field), reason, exportAgain);
}

function editOf({ policy, explained }: Exported, version: string): Edit | undefined {
  const missing = explained.rules.filter(({ isValidated }) => !isValidated).map(({ rule }) => rule);
  if (missing.length > 0)
    return {
      field: ["spec", "validations"],
      reason: `must contain a validation of ${missing.join(", ")}, which the policy lists: it was edited`,
    };
  const { value } = policy;
  const index = objectsAt(value, "spec", "matchConditions").findIndex(
    (condition) => decideCel(textAt(condition, "expression"), new Map()) === false,
  );
  if (index !== -1)
    return {
      field: ["spec", "matchConditions", index, "expression"],
      reason: "must not be false for every write, because kube-apiserver then evaluates no rule: it was edited",
    };
  const always = objectsAt(value, "spec", "validations").findIndex(
    (validation) => decideCel(textAt(validation, "expression"), new Map()) === true,
  );
  if (always !== -1)
    return {
      field: ["spec", "validations", always, "expression"],
      reason: "must not be true for every write, because the rule then reports nothing: it was edited",
    };
  return explained.version === version ? otherFrame({ policy, explained }, version) : undefined;
}

/**
 * Returns the first part of a policy that differs from an export of its rules without scopes, among
 * the parts that scopes, exemptions, dates, and the Kubernetes version do not change.
 */
function otherFrame({ policy, explained }: Exported, version: string): Edit | undefined {
  const mode = modeOfName(policy.name);
  // Without its parameters, a rule is off in the export to compare with.
  if (mode === undefined || explained.rules.some(({ settings }) => settings !== undefined)) return undefined;
  const listed = new Map<string, RuleSettings>(
    explained.rules.map(({ rule, isAudited, parameters }) => [
      rule,
      {
        mode: isAudited ? exemptMode : mode,
        ...(parameters !== undefined && { parameters: JSON.parse(parameters) as Record<string, unknown> }),
      },
    ]),
  );
  const off: Mode = "off";
  const unscoped = {
    ...defaultPolicy,
    rules: new Map(rules.map(({ id }) => [id, listed.get(id) ?? { mode: off }] as const)),
  };
  const failsClosed = failurePolicyOf(policy.value["spec"]) === "Fail";
  const form = { hasRelations: true, failsClosed, isSplit: false, version };
  const now = new Date(0);
  const expected = counterpartOf(
    policy.name,
    exportedAt(unscoped, { ...form, kubernetesVersion: defaultExportVersion, now }),
  );
  if (expected === undefined) return undefined;
  const reason = `must be as in the export of ${explained.rules.length} rules that the policy lists: it was edited`;
  const field =
    firstDifference(fieldAt(policy.value, "spec", "matchConstraints"), expected.spec["matchConstraints"], [
      "spec",
      "matchConstraints",
    ]) ??
    firstDifference(fieldAt(policy.value, "spec", "paramKind", "kind"), fieldAt(expected.spec, "paramKind", "kind"), [
      "spec",
      "paramKind",
    ]) ??
    otherCondition(policy.value, expected);
  return field && { field, reason };
}

/** Returns the path of a match condition that no export of this version contains. */
function otherCondition(policy: Fields, { spec }: AdmissionObject): FieldPath | undefined {
  const known = [...objectsAt(spec, "matchConditions"), notAPlainRenewal];
  const index = objectsAt(policy, "spec", "matchConditions").findIndex(({ name, expression }) => {
    if (name === possibleWritesCondition) return false;
    return known.find((condition) => condition["name"] === name)?.["expression"] !== expression;
  });
  return index === -1 ? undefined : ["spec", "matchConditions", index];
}

/**
 * Yields a finding for each difference between the exported policies and an export of the policy of
 * the webhook, with the Kubernetes version and the time that cause the fewest differences. Leaves
 * out policies that other checks report: those that were edited, and those of other versions.
 */
export function* differences(examined: Examined): Iterable<DoctorOutcome> {
  const policies = policiesInForce(examined.own, examined.policy);
  if (!policies.ok) return void (yield { unknown: policies.error });
  const { version, now } = examined;
  const all = exported(examined);
  const current = all.filter(({ explained }) => explained.version === version);
  if (current.length < all.length && !all.some(({ explained }) => explained.isOlder))
    yield { unknown: `needs the version of lease-guard that exported the policies, and this is version ${version}` };
  const form = {
    hasRelations: all.some(({ policy }) => fieldAt(policy.value, "spec", "paramKind") !== undefined),
    failsClosed: all.some(({ explained }) => explained.failurePolicy === "Fail"),
    isSplit: all.some(({ policy }) => isLaterPart(policy.name)),
    version,
  };
  const exports = function* () {
    for (const policy of policies.value) yield* possibleExports(policy, form, now);
  };
  const seen: (readonly AdmissionObject[])[] = [];
  for (const objects of exports()) {
    if ([...differencesFrom(objects, current, all, examined)].length === 0) return;
    seen.push(objects);
  }
  const compared = current.filter((each) => editOf(each, version) === undefined);
  const [fewest = []] = seen
    .map((objects) => [...differencesFrom(objects, compared, all, examined)])
    .sort((a, b) => a.length - b.length);
  yield* fewest;
}

function* differencesFrom(
  objects: readonly AdmissionObject[],
  compared: readonly Exported[],
  all: readonly Exported[],
  examined: Examined,
): Iterable<DoctorOutcome> {
  const source = policyTitle(examined);
  for (const { policy } of compared) {
    const expected = counterpartOf(policy.name, objects);
    if (expected === undefined) {
      yield found("warning", at(policy), `must not exist: an export of ${source} has no such policy`, [
        shellLine`kubectl delete validatingadmissionpolicybinding,validatingadmissionpolicy ${policy.name}`,
      ]);
      continue;
    }
    const field = firstDifference(policy.value["spec"], expected.spec, ["spec"]);
    if (field !== undefined)
      yield found(
        "warning",
        at(policy, ...field),
        `must be as in the export of ${source}: the policy was edited, or exported from another policy`,
        exportAgain,
      );
  }
  if (compared.length === all.length) yield* missingFrom(objects, all, examined, source);
}

/** Yields a finding for each policy of an export that has neither an object nor a binding. */
function* missingFrom(
  objects: readonly AdmissionObject[],
  all: readonly Exported[],
  { snapshot }: Examined,
  source: string,
): Iterable<DoctorOutcome> {
  const bindings = objectsOf(snapshot, "ValidatingAdmissionPolicyBinding");
  const known = new Set([
    ...all.map(({ policy }) => policy.name),
    ...bindings.map(({ value }) => textAt(value, "spec", "policyName")),
  ]);
  const prefixes = new Set(
    all.flatMap(({ policy: { name } }) => {
      const suffix = counterpartOf(name, objects)?.metadata.name;
      return suffix === undefined ? [] : [name.slice(0, -suffix.length)];
    }),
  );
  for (const prefix of prefixes)
    for (const { metadata } of objects) {
      const name = `${prefix}${metadata.name}`;
      if (known.has(name)) continue;
      yield found(
        "warning",
        at(undefined),
        `ValidatingAdmissionPolicy ${name} must exist, because it is in the export of ${source}`,
        exportAgain,
      );
    }
}

function policyTitle({ policy }: Examined): string {
  return policy.source === "config-map" ? objectTitle(policy.configMap) : "the default policy";
}
