import { failurePolicyOf, fieldAt, textAt, textsAt } from "../../core/api/fields.ts";
import { isExported } from "../../export/explain-export.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { type MatchedWrites, systemNamespacesIn, writesOfPolicy } from "../reach/lease-reach.ts";
import { doubtText, reachText } from "../reach/reach-text.ts";
import { objectsOf, type SnapshotObject, unreadReason } from "../snapshot.ts";
import { excludingSelector } from "./selection.ts";

export const foreignPolicyChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/other-policies-fail-open",
    description: "no other ValidatingAdmissionPolicy denies writes of system Leases when its evaluation fails",
    run: closedPolicies,
  },
  {
    id: "doctor/other-policies-have-parameters",
    description: "no other ValidatingAdmissionPolicy denies writes of Leases because its parameters are missing",
    run: missingParameters,
  },
  {
    id: "doctor/other-policies-listed",
    description: "the report lists the other ValidatingAdmissionPolicies that can deny writes of Leases",
    run: listedPolicies,
  },
];

interface LeasePolicy {
  readonly policy: SnapshotObject;
  readonly binding: SnapshotObject;
  readonly writes: readonly MatchedWrites[];
}

/**
 * Returns the policies of other programs that can deny writes of Leases or LeaseCandidates. A
 * policy with several bindings that deny is in the list once for each of these bindings.
 */
function leasePolicies({ snapshot }: Examined): readonly LeasePolicy[] {
  const policies = objectsOf(snapshot, "ValidatingAdmissionPolicy").filter(({ value }) => !isExported(value));
  const bindings = objectsOf(snapshot, "ValidatingAdmissionPolicyBinding").filter(({ value }) =>
    textsAt(value, "spec", "validationActions").includes("Deny"),
  );
  const pairs = policies.flatMap((policy) =>
    bindings
      .filter(({ value }) => textAt(value, "spec", "policyName") === policy.name)
      .map((binding) => ({ policy, binding })),
  );
  return pairs
    .map(({ policy, binding }) => ({ policy, binding, writes: writesOfPolicy(policy.value, binding.value, snapshot) }))
    .filter(({ writes }) => writes.length > 0);
}

function* closedPolicies(examined: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(examined.snapshot, "ValidatingAdmissionPolicy");
  if (unread !== undefined) return void (yield { unknown: unread });
  for (const { policy, writes } of leasePolicies(examined)) {
    const system = writes.filter(({ namespaceClass }) => namespaceClass !== "other");
    if (system.length === 0 || failurePolicyOf(policy.value["spec"]) === "Ignore") continue;
    const severity = system.some(({ isCertain }) => isCertain) ? "warning" : "info";
    const message = `must be Ignore, or the policy must exclude Leases: if an expression fails, kube-apiserver denies ${reachText(system)}`;
    yield found(severity, at(policy, "spec", "failurePolicy"), message, [
      "matchConstraints:",
      ...excludingSelector(systemNamespacesIn(system)).map((line) => `  ${line}`),
    ]);
  }
}

/**
 * Yields a finding for each binding through which a policy denies writes if its parameters are
 * missing. kube-apiserver denies every write that the policy matches in this case, unless
 * `parameterNotFoundAction` is Allow or the failure policy is Ignore.
 */
function* missingParameters(examined: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(examined.snapshot, "ValidatingAdmissionPolicyBinding");
  if (unread !== undefined) return void (yield { unknown: unread });
  for (const { policy, binding, writes } of leasePolicies(examined)) {
    if (fieldAt(policy.value, "spec", "paramKind") === undefined) continue;
    const isClosed = failurePolicyOf(policy.value["spec"]) === "Fail";
    if (!isClosed || textAt(binding.value, "spec", "paramRef", "parameterNotFoundAction") === "Allow") continue;
    const message = `must be Allow, or the policy must exclude Leases: without the parameters, kube-apiserver denies ${reachText(writes)}`;
    yield found("warning", at(binding, "spec", "paramRef", "parameterNotFoundAction"), message, [
      "parameterNotFoundAction: Allow",
    ]);
  }
}

function* listedPolicies(examined: Examined): Iterable<DoctorOutcome> {
  const { snapshot } = examined;
  const unread =
    unreadReason(snapshot, "ValidatingAdmissionPolicy") ?? unreadReason(snapshot, "ValidatingAdmissionPolicyBinding");
  if (unread !== undefined) return void (yield { unknown: unread });
  for (const { policy, binding, writes } of leasePolicies(examined)) {
    const failurePolicy = failurePolicyOf(policy.value["spec"]);
    const doubt = doubtText(writes, "its conditions or the labels of namespaces");
    const message = `the policy can deny ${reachText(writes)} with failurePolicy ${failurePolicy} through the binding ${binding.name}${doubt}`;
    yield found("info", at(policy), message);
  }
}
