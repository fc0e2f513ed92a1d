import { fieldAt, mapAt, textAt, textsAt } from "../../core/api/fields.ts";
import { fenceLabel } from "../../export/fence.ts";
import { actionsOfMode, modeOfName, selectedLabels, versionAnnotation } from "../../export/objects.ts";
import { fencesIn } from "../../installation/fences.ts";
import { hasLabels } from "../../installation/installation.ts";
import { writesOfPolicy } from "../../installation/reach/lease-reach.ts";
import { objectsOf, type SnapshotObject, unreadReason } from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { exportAgain, exported } from "../expected-exports.ts";
import { shellLine } from "../quote.ts";
import { differences, edits } from "./exported-objects.ts";
import { hasExport } from "./registration.ts";

export const exportedChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/exported-policies-current",
    description: "this version of lease-guard, or a newer one, exported the ValidatingAdmissionPolicies",
    applies: hasExport,
    *run(examined) {
      for (const { policy, explained } of exported(examined)) {
        if (!explained.isOlder) continue;
        const version = explained.version === "" ? "an unknown version" : `version ${explained.version}`;
        yield found(
          "warning",
          at(policy, "metadata", "annotations", { key: versionAnnotation }),
          `must be exported again: ${version} exported the policy, and this is version ${examined.version}`,
          exportAgain,
        );
      }
    },
  },
  {
    id: "doctor/exported-policies-unedited",
    description:
      "the exported policies match the writes, and have the validations, of the rules and fences that they list",
    applies: hasExportOrFence,
    run: edits,
  },
  {
    id: "doctor/exported-policies-of-policy",
    description: "the exported policies are those that this version exports from the policy of the webhook",
    applies: hasExport,
    run: differences,
  },
  {
    id: "doctor/exported-policies-bound",
    description: "every exported policy has a binding, or is a fence that is switched off",
    applies: (examined) => hasExportOrFence(examined) || ownBindings(examined).length > 0,
    run: bindingProblems,
  },
  {
    id: "doctor/exported-policies-act",
    description: "the bindings of exported policies deny, warn, or audit as their names say",
    applies: hasExport,
    run: actionProblems,
  },
  {
    id: "doctor/exported-policies-kept",
    description: "a binding keeps the view of each kind that exported policies read",
    applies: hasExportOrFence,
    run: keeperProblems,
  },
];

function bindingsOf({ snapshot }: Examined, name: string): readonly SnapshotObject[] {
  return objectsOf(snapshot, "ValidatingAdmissionPolicyBinding").filter(
    ({ value }) => textAt(value, "spec", "policyName") === name,
  );
}

function* bindingProblems(examined: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(examined.snapshot, "ValidatingAdmissionPolicyBinding");
  for (const { policy } of exported(examined)) {
    if (bindingsOf(examined, policy.name).length > 0) continue;
    if (unread !== undefined) return void (yield { unknown: unread });
    yield found(
      "error",
      at(policy),
      "must have a ValidatingAdmissionPolicyBinding, because kube-apiserver does not evaluate a policy without a binding",
      exportAgain,
    );
  }
  for (const { policy, fence } of fencesIn(examined.snapshot)) {
    if (bindingsOf(examined, policy.name).length > 0) continue;
    if (unread !== undefined) return void (yield { unknown: unread });
    yield found(
      "info",
      at(policy),
      `has no ValidatingAdmissionPolicyBinding, so the fence ${fence.name} is switched off`,
      exportAgain,
    );
  }
  const unreadPolicies = unreadReason(examined.snapshot, "ValidatingAdmissionPolicy");
  if (unreadPolicies !== undefined) return void (yield { unknown: unreadPolicies });
  for (const binding of ownBindings(examined)) {
    const name = textAt(binding.value, "spec", "policyName");
    if (objectsOf(examined.snapshot, "ValidatingAdmissionPolicy").some((policy) => policy.name === name)) continue;
    yield found(
      "warning",
      at(binding, "spec", "policyName"),
      `must name an existing policy: there is no ValidatingAdmissionPolicy ${name}`,
      isFence(binding) ? [shellLine`kubectl delete validatingadmissionpolicybinding ${binding.name}`] : exportAgain,
    );
  }
}

/** Returns the bindings of exported rules and fences, but not those of keepers. */
function ownBindings({ snapshot }: Examined): readonly SnapshotObject[] {
  return objectsOf(snapshot, "ValidatingAdmissionPolicyBinding").filter(
    (binding) => hasLabels(binding, selectedLabels) || isFence(binding),
  );
}

function* actionProblems(examined: Examined): Iterable<DoctorOutcome> {
  for (const { policy } of exported(examined)) {
    const mode = modeOfName(policy.name);
    const [action] = mode === undefined ? [] : actionsOfMode[mode];
    for (const binding of bindingsOf(examined, policy.name)) {
      const actions = textsAt(binding.value, "spec", "validationActions");
      const spot = at(binding, "spec", "validationActions");
      if (action !== undefined && !actions.includes(action))
        yield found("warning", spot, `must contain ${action}, because the policy has the rules of the mode ${mode}`, [
          `validationActions: [${[...new Set([action, "Audit"])].join(", ")}]`,
        ]);
      if (fieldAt(binding.value, "spec", "matchResources") !== undefined)
        yield writesOfPolicy(policy.value, binding.value, examined.snapshot).length === 0
          ? found(
              "warning",
              at(binding, "spec", "matchResources"),
              "must be absent, because kube-apiserver evaluates the policy for no write",
              exportAgain,
            )
          : found(
              "info",
              at(binding, "spec", "matchResources"),
              "limits the policy to some writes; lease-guard exports bindings without it",
            );
    }
  }
}

/**
 * Yields a finding for each exported policy whose view of other objects can freeze, because no
 * binding of the same `paramKind` remains when the policies are switched off.
 */
function* keeperProblems(examined: Examined): Iterable<DoctorOutcome> {
  const { snapshot } = examined;
  const unread = unreadReason(snapshot, "ValidatingAdmissionPolicyBinding");
  const policies = objectsOf(snapshot, "ValidatingAdmissionPolicy");
  const fences = fencePolicies(examined);
  for (const policy of [...exported(examined).map((each) => each.policy), ...fences]) {
    const kind = paramKindOf(policy);
    if (kind === "") continue;
    if (unread !== undefined) return void (yield { unknown: unread });
    const ofKind = policies
      .filter((other) => paramKindOf(other) === kind)
      .flatMap(({ name }) => bindingsOf(examined, name));
    if (ofKind.some((binding) => !hasLabels(binding, selectedLabels) && !isFence(binding))) continue;
    yield found(
      "warning",
      at(policy, "spec", "paramKind"),
      "must also be the paramKind of a keeper: without one, the policy reads outdated objects after all bindings were deleted, until kube-apiserver restarts",
      fences.includes(policy)
        ? exportAgain
        : ["lease-guard policy export policy.yaml --relations | kubectl apply -f -"],
    );
  }
}

function hasExportOrFence(examined: Examined): boolean {
  return hasExport(examined) || fencePolicies(examined).length > 0;
}

/** Returns the admission policies of exported fences. */
function fencePolicies({ snapshot }: Examined): readonly SnapshotObject[] {
  return fencesIn(snapshot).map(({ policy }) => policy);
}

function isFence(object: SnapshotObject): boolean {
  return mapAt(object.value, "metadata", "labels").has(fenceLabel);
}

/** Returns the kind of the objects that a policy reads as `params`, with its version. */
function paramKindOf({ value }: SnapshotObject): string {
  if (fieldAt(value, "spec", "paramKind") === undefined) return "";
  return `${textAt(value, "spec", "paramKind", "apiVersion")} ${textAt(value, "spec", "paramKind", "kind")}`;
}
