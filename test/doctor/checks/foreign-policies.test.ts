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

const label = {
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"team": "a"}}}' },
};
const duration = {
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression: "Object{spec: Object.spec{leaseDurationSeconds: 15}}" },
};
const patch = {
  patchType: "JSONPatch",
  jsonPatch: { expression: '[JSONPatch{op: "replace", path: "/spec/leaseDurationSeconds", value: 15}]' },
};
const kept: DoctorCheckId = "doctor/other-policies-keep-spec";

/** The specs of a MutatingAdmissionPolicy, and its findings in addition to the list. */
const mutations: Readonly<Record<string, readonly [policy: Changeable, finds: readonly (readonly string[])[]]>> = {
  "of labels": [{}, []],
  "of labels, which fails closed for system Leases": [
    { failurePolicy: "Fail", matchConstraints: constraints },
    [["doctor/other-policies-fail-open", "warning", "spec.failurePolicy"]],
  ],
  "of labels, which reads the spec": [
    {
      mutations: [{ ...label, applyConfiguration: { expression: "has(object.spec.strategy) ? Object{} : Object{}" } }],
    },
    [],
  ],
  "of the spec": [
    { mutations: [label, duration] },
    [[kept, "warning", "spec.mutations[1].applyConfiguration.expression"]],
  ],
  "of the spec, by a JSON patch": [
    { mutations: [patch] },
    [[kept, "warning", "spec.mutations[0].jsonPatch.expression"]],
  ],
  "of the spec, under an unknown condition": [
    { mutations: [duration], matchConditions: [{ name: "some", expression: "size(object.spec) > 0" }] },
    [[kept, "info", "spec.mutations[0].applyConfiguration.expression"]],
  ],
};

describe("a MutatingAdmissionPolicy", () => {
  const found = (policy: Changeable, binding: Changeable = {}) =>
    diagnosed({
      plant: ({ add }) => {
        const spec = {
          failurePolicy: "Ignore",
          matchConstraints: { ...constraints, namespaceSelector: workloads },
          mutations: [label],
          ...policy,
        };
        add({ kind: "MutatingAdmissionPolicy", metadata: { name: "other" }, spec });
        const metadata = { name: "other" };
        add({ kind: "MutatingAdmissionPolicyBinding", metadata, spec: { policyName: "other", ...binding } });
      },
    }).findings;

  it.each(Object.entries(mutations))("%s", (_, [policy, finds]) => {
    const [findings, listed] = [found(policy).slice(0, -1), found(policy).at(-1)];
    expect(findings.map(({ id, severity, field }) => [id, severity, field])).toEqual(finds);
    expect(listed).toMatchObject({
      id: "doctor/other-policies-listed",
      severity: "info",
      message: expect.stringMatching(/^the policy can change creates and updates of Leases in /),
    });
  });

  it("of the spec has a message with the writes, and a rule that excludes them", () => {
    const [finding] = found({ mutations: [duration] });
    expect(finding).toMatchObject({
      object: { kind: "MutatingAdmissionPolicy", name: "other" },
      message:
        "must not change the spec, or the policy must exclude Leases: kube-apiserver changes creates and updates of Leases in other namespaces before lease-guard validates them, through the binding other",
      remedy: expect.arrayContaining(["  excludeResourceRules:"]),
    });
  });

  it.each<[name: string, policy: Changeable, binding?: Changeable]>([
    ["of pods", { matchConstraints: { resourceRules: [{ ...leases, resources: ["pods"] }] }, mutations: [duration] }],
    ["of deletes", { matchConstraints: { resourceRules: [{ ...leases, operations: ["DELETE"] }] } }],
    ["without a binding", { mutations: [duration] }, { policyName: "another" }],
  ])("%s is not reported", (_, policy, binding = {}) => {
    expect(found(policy, binding)).toEqual([]);
  });
});
