import { describe, expect, it } from "vitest";
import type { DoctorCheckId } from "../../../src/doctor/check.ts";
import type { Changeable } from "../../harness/doctor-cluster.ts";
import { diagnosed } from "../../harness/planted.ts";

const leases = { apiGroups: ["coordination.k8s.io"], apiVersions: ["*"], resources: ["leases"], operations: ["*"] };
const constraints = { resourceRules: [leases] };
const workloads = {
  matchExpressions: [
    { key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system", "kube-node-lease"] },
  ],
};

interface Specs {
  readonly policy?: Changeable;
  readonly binding?: Changeable;
  readonly finds?: readonly [id: DoctorCheckId, field: string];
  /** The end of the line that lists the policy, or undefined for a policy that cannot deny. */
  readonly listed?: string;
}

const rows: Readonly<Record<string, Specs>> = {
  "of pods": { policy: { matchConstraints: { resourceRules: [{ ...leases, resources: ["pods"] }] } } },
  "of Leases, with Fail": {
    finds: ["doctor/other-policies-fail-open", "spec.failurePolicy"],
    listed: "kube-node-lease, kube-system, and other namespaces with failurePolicy Fail through the binding other",
  },
  "of Leases, with Ignore": {
    policy: { failurePolicy: "Ignore" },
    listed: "kube-node-lease, kube-system, and other namespaces with failurePolicy Ignore through the binding other",
  },
  "that only warns": { binding: { validationActions: ["Warn"] } },
  "without a binding": { binding: { policyName: "another" } },
  "with a binding for workloads": {
    binding: { matchResources: { namespaceSelector: workloads } },
    listed: "other namespaces with failurePolicy Fail through the binding other",
  },
  "for workloads": {
    policy: { matchConstraints: { ...constraints, namespaceSelector: workloads } },
    listed: "other namespaces with failurePolicy Fail through the binding other",
  },
  "that excludes Leases": {
    policy: {
      matchConstraints: {
        resourceRules: [{ ...leases, resources: ["*"] }],
        excludeResourceRules: [{ ...leases, resources: ["*"] }],
      },
    },
  },
  "with parameters that can be missing": {
    policy: {
      matchConstraints: { ...constraints, namespaceSelector: workloads },
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    },
    binding: { paramRef: { name: "limits", parameterNotFoundAction: "Deny" } },
    finds: ["doctor/other-policies-have-parameters", "spec.paramRef.parameterNotFoundAction"],
    listed: "other namespaces with failurePolicy Fail through the binding other",
  },
  "with parameters that may be missing": {
    policy: {
      matchConstraints: { ...constraints, namespaceSelector: workloads },
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    },
    binding: { paramRef: { name: "limits", parameterNotFoundAction: "Allow" } },
    listed: "other namespaces with failurePolicy Fail through the binding other",
  },
};

describe("a ValidatingAdmissionPolicy of another program", () => {
  it.each(Object.entries(rows))("%s", (_, { policy, binding, finds, listed }) => {
    const { findings } = diagnosed({
      plant: ({ add }) => {
        add({
          kind: "ValidatingAdmissionPolicy",
          metadata: { name: "other" },
          spec: { matchConstraints: constraints, ...policy },
        });
        const spec = { policyName: "other", validationActions: ["Deny"], ...binding };
        add({ kind: "ValidatingAdmissionPolicyBinding", metadata: { name: "other" }, spec });
      },
    });
    const found = finds === undefined ? [] : [finds];
    const list = listed === undefined ? [] : [["doctor/other-policies-listed", ""]];
    expect(findings.map(({ id, field }) => [id, field])).toEqual([...found, ...list]);
    expect(
      findings
        .filter(({ id }) => id === "doctor/other-policies-listed")
        .map(({ severity, message }) => [severity, message]),
    ).toEqual(
      listed === undefined
        ? []
        : [["info", `the policy can deny creates, updates, and deletes of Leases in ${listed}`]],
    );
  });
});
