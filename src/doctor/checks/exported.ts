import { fieldAt, textAt, textsAt } from "../../api/fields.ts";
import { explainExport } from "../../export/explain-export.ts";
import { actionsOfMode, modeOfName, selectedLabels, versionAnnotation } from "../../export/objects.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { hasLabels } from "../installation.ts";
import { objectsOf, type SnapshotObject, unreadReason } from "../snapshot.ts";
import { hasExport } from "./registration.ts";

const exportAgain = ["lease-guard policy export policy.yaml | kubectl apply -f -"];

/** The checks of the ValidatingAdmissionPolicies that `lease-guard policy export` wrote. */
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
    description: "the exported policies have all validations that they list",
    applies: hasExport,
    *run(examined) {
      for (const { policy, explained } of exported(examined)) {
        const missing = explained.rules.filter(({ isValidated }) => !isValidated).map(({ rule }) => rule);
        if (missing.length > 0)
          yield found(
            "warning",
            at(policy, "spec", "validations"),
            `must contain a validation of ${missing.join(", ")}, which the policy lists: it was edited`,
            exportAgain,
          );
      }
    },
  },
  {
    id: "doctor/exported-policies-bound",
    description: "every exported policy has a binding",
    applies: hasExport,
    run: bindingProblems,
  },
  {
    id: "doctor/exported-policies-act",
    description: "the bindings of exported policies deny, warn, or audit as their names say",
    applies: hasExport,
    run: actionProblems,
  },
];

interface Exported {
  readonly policy: SnapshotObject;
  readonly explained: ReturnType<typeof explainExport>[number];
}

function exported({ snapshot, version }: Examined): readonly Exported[] {
  return objectsOf(snapshot, "ValidatingAdmissionPolicy").flatMap((policy) =>
    explainExport([policy.value], version).map((explained) => ({ policy, explained })),
  );
}

function bindingsOf({ snapshot }: Examined, name: string): readonly SnapshotObject[] {
  return objectsOf(snapshot, "ValidatingAdmissionPolicyBinding").filter(({ value }) => textAt(value, "spec", "policyName") === name);
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
  for (const binding of ownBindings(examined)) {
    const name = textAt(binding.value, "spec", "policyName");
    if (objectsOf(examined.snapshot, "ValidatingAdmissionPolicy").some((policy) => policy.name === name)) continue;
    yield found(
      "warning",
      at(binding, "spec", "policyName"),
      `must name an existing policy: there is no ValidatingAdmissionPolicy ${name}`,
      exportAgain,
    );
  }
}

function ownBindings({ snapshot }: Examined): readonly SnapshotObject[] {
  return objectsOf(snapshot, "ValidatingAdmissionPolicyBinding").filter((binding) => hasLabels(binding, selectedLabels));
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
        yield found(
          "info",
          at(binding, "spec", "matchResources"),
          "limits the policy to some writes; lease-guard exports bindings without it",
        );
    }
  }
}
