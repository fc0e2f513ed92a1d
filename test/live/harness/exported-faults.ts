import type { Faults } from "./plant.ts";
import { admissionPath } from "./registration.ts";

const exported = "lease-guard-leases-warn";
const policy = `${admissionPath}/validatingadmissionpolicies/${exported}`;
const binding = `${admissionPath}/validatingadmissionpolicybindings/${exported}`;
const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

/** Misconfigurations of the policies of `lease-guard policy export`. */
export const exportedFaults: Faults = {
  "a policy that an older version exported": {
    changes: [{ path: policy, patch: { metadata: { annotations: { "lease-guard.dev/version": "0.0.9" } } } }],
    finds: [
      [
        "doctor/exported-policies-current",
        `ValidatingAdmissionPolicy ${exported}`,
        "metadata.annotations[lease-guard.dev/version]",
      ],
    ],
  },
  "an exported policy without one of its validations": {
    changes: [{ path: policy, patch: [{ op: "remove", path: "/spec/validations/0" }] }],
    finds: [["doctor/exported-policies-unedited", `ValidatingAdmissionPolicy ${exported}`, "spec.validations"]],
  },
  "an exported policy with a condition that is false for every write": {
    changes: [{ path: policy, patch: [{ op: "replace", path: "/spec/matchConditions/0/expression", value: "false" }] }],
    finds: [
      [
        "doctor/exported-policies-unedited",
        `ValidatingAdmissionPolicy ${exported}`,
        "spec.matchConditions[0].expression",
      ],
    ],
  },
  "an exported policy for fewer operations": {
    changes: [
      {
        path: policy,
        patch: [{ op: "replace", path: "/spec/matchConstraints/resourceRules/0/operations", value: ["DELETE"] }],
      },
    ],
    finds: [
      [
        "doctor/exported-policies-unedited",
        `ValidatingAdmissionPolicy ${exported}`,
        "spec.matchConstraints.resourceRules[0].operations",
      ],
    ],
  },
  "an exported policy with a changed expression": {
    changes: [
      {
        path: policy,
        patch: [{ op: "replace", path: "/spec/validations/0/expression", value: "size(request.name) < 300" }],
      },
    ],
    finds: [
      ["doctor/exported-policies-of-policy", `ValidatingAdmissionPolicy ${exported}`, "spec.validations[0].expression"],
    ],
  },
  "an exported policy without a binding": {
    changes: [{ path: binding, remove: true }],
    finds: [["doctor/exported-policies-bound", `ValidatingAdmissionPolicy ${exported}`, ""]],
  },
  "a binding of a deleted policy": {
    changes: [{ path: policy, remove: true }],
    finds: [["doctor/exported-policies-bound", `ValidatingAdmissionPolicyBinding ${exported}`, "spec.policyName"]],
  },
  "a binding that only audits": {
    changes: [{ path: binding, patch: { spec: { validationActions: ["Audit"] } } }],
    finds: [["doctor/exported-policies-act", `ValidatingAdmissionPolicyBinding ${exported}`, "spec.validationActions"]],
  },
  "a policy that reads Leases, without a keeper": {
    changes: [
      { path: policy, patch: { spec: { paramKind: { apiVersion: "coordination.k8s.io/v1", kind: "Lease" } } } },
    ],
    finds: [
      ["doctor/exported-policies-unedited", `ValidatingAdmissionPolicy ${exported}`, "spec.paramKind"],
      ["doctor/exported-policies-kept", `ValidatingAdmissionPolicy ${exported}`, "spec.paramKind"],
    ],
  },
  // kube-apiserver never tracks the fields of a Lease that was created without a spec.
  "a held Lease that was created without a spec": {
    changes: [
      { path: leases, create: { metadata: { name: "born-bare" } } },
      { path: `${leases}/born-bare`, patch: { spec: { holderIdentity: "a", leaseDurationSeconds: 15 } } },
    ],
    finds: [["doctor/held-leases-tracked", "Lease born-bare", "metadata.managedFields"]],
  },
  "a binding for some namespaces": {
    changes: [
      { path: binding, patch: { spec: { matchResources: { namespaceSelector: { matchLabels: { team: "a" } } } } } },
    ],
    finds: [["doctor/exported-policies-act", `ValidatingAdmissionPolicyBinding ${exported}`, "spec.matchResources"]],
  },
};
