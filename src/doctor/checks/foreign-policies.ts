import { failurePolicyOf, fieldAt, objectsAt, textAt, textsAt } from "../../core/api/fields.ts";
import { isExported } from "../../export/explain-export.ts";
import { type MatchedWrites, systemNamespacesIn, writesOfPolicy } from "../../installation/reach/lease-reach.ts";
import { doubtText, reachText } from "../../installation/reach/reach-text.ts";
import {
  objectsOf,
  type Snapshot,
  type SnapshotKind,
  type SnapshotObject,
  unreadReason,
} from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { excludingSelector } from "./selection.ts";

export const foreignPolicyChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/other-policies-fail-open",
    description: "no other admission policy denies writes of system Leases when its evaluation fails",
    run: closedPolicies,
  },
  {
    id: "doctor/other-policies-have-parameters",
    description: "no other admission policy denies writes of Leases because its parameters are missing",
    run: missingParameters,
  },
  {
    id: "doctor/other-policies-keep-spec",
    description: "no MutatingAdmissionPolicy changes the spec of Leases",
    run: changedSpecs,
  },
  {
    id: "doctor/other-policies-listed",
    description: "the report lists the other admission policies that can deny or change writes of Leases",
    run: listedPolicies,
  },
];

const policyKinds = ["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"] as const;
const bindingKinds = ["ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicyBinding"] as const;

interface LeasePolicy {
  readonly policy: SnapshotObject;
  readonly binding: SnapshotObject;
  readonly writes: readonly MatchedWrites[];
  readonly isMutating: boolean;
}

/**
 * Returns the policies of other programs that can deny or change writes of Leases or
 * LeaseCandidates. A policy with several such bindings is in the list once for each of them.
 */
function leasePolicies({ snapshot }: Examined): readonly LeasePolicy[] {
  const validating = objectsOf(snapshot, "ValidatingAdmissionPolicy").filter(({ value }) => !isExported(value));
  const denying = objectsOf(snapshot, "ValidatingAdmissionPolicyBinding").filter(({ value }) =>
    textsAt(value, "spec", "validationActions").includes("Deny"),
  );
  const mutating = objectsOf(snapshot, "MutatingAdmissionPolicy");
  const pairs = [
    ...boundTo(validating, denying),
    ...boundTo(mutating, objectsOf(snapshot, "MutatingAdmissionPolicyBinding")),
  ];
  return pairs
    .map(({ policy, binding }) => {
      const isMutating = policy.kind === "MutatingAdmissionPolicy";
      const matched = writesOfPolicy(policy.value, binding.value, snapshot);
      // A MutatingAdmissionPolicy cannot match deletes. Its operation `*` does not contain them.
      const writes = isMutating ? matched.filter(({ operation }) => operation !== "DELETE") : matched;
      return { policy, binding, writes, isMutating };
    })
    .filter(({ writes }) => writes.length > 0);
}

function boundTo(
  policies: readonly SnapshotObject[],
  bindings: readonly SnapshotObject[],
): readonly Pick<LeasePolicy, "policy" | "binding">[] {
  return policies.flatMap((policy) =>
    bindings
      .filter(({ value }) => textAt(value, "spec", "policyName") === policy.name)
      .map((binding) => ({ policy, binding })),
  );
}

function unreadKinds(snapshot: Snapshot, kinds: readonly SnapshotKind[]): readonly DoctorOutcome[] {
  return kinds.flatMap((kind) => {
    const unknown = unreadReason(snapshot, kind);
    return unknown === undefined ? [] : [{ unknown }];
  });
}

function* closedPolicies(examined: Examined): Iterable<DoctorOutcome> {
  yield* unreadKinds(examined.snapshot, policyKinds);
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
  yield* unreadKinds(examined.snapshot, bindingKinds);
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

/** Matches a field `spec` of an apply configuration, and a path of a JSON patch in `/spec`. */
const specChange = /\bspec\s*:|\bObject\.spec\b|["'`]\/spec\b/;

/**
 * Yields a finding for each mutation that can change the spec of a Lease. The client of the Lease
 * then reads another holder or another time than it has written.
 */
function* changedSpecs(examined: Examined): Iterable<DoctorOutcome> {
  yield* unreadKinds(examined.snapshot, ["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"]);
  for (const { policy, binding, writes, isMutating } of leasePolicies(examined)) {
    if (!isMutating) continue;
    const severity = writes.some(({ isCertain }) => isCertain) ? "warning" : "info";
    for (const [index, mutation] of objectsAt(policy.value, "spec", "mutations").entries()) {
      const field = fieldAt(mutation, "jsonPatch") === undefined ? "applyConfiguration" : "jsonPatch";
      if (!specChange.test(textAt(mutation, field, "expression"))) continue;
      const message = `must not change the spec, or the policy must exclude Leases: kube-apiserver changes ${reachText(writes)} before lease-guard validates them, through the binding ${binding.name}`;
      yield found(severity, at(policy, "spec", "mutations", index, field, "expression"), message, [
        "matchConstraints:",
        "  excludeResourceRules:",
        '    - {apiGroups: [coordination.k8s.io], apiVersions: ["*"], operations: ["*"], resources: ["*"]}',
      ]);
    }
  }
}

function* listedPolicies(examined: Examined): Iterable<DoctorOutcome> {
  yield* unreadKinds(examined.snapshot, [...policyKinds, ...bindingKinds]);
  for (const { policy, binding, writes, isMutating } of leasePolicies(examined)) {
    const failurePolicy = failurePolicyOf(policy.value["spec"]);
    const doubt = doubtText(writes, "its conditions or the labels of namespaces");
    const effect = isMutating ? "change" : "deny";
    const message = `the policy can ${effect} ${reachText(writes)} with failurePolicy ${failurePolicy} through the binding ${binding.name}${doubt}`;
    yield found("info", at(policy), message);
  }
}
