import { expect, test } from "vitest";
import { property } from "../../../src/core/api/json-object.ts";
import { defaultExport } from "../../../src/export/default-export.ts";
import { exportPolicy } from "../../../src/export/export-policy.ts";
import type { Fence } from "../../../src/policy/fence.ts";
import { defaultPolicy, type Policy } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Changeable, DoctorCluster } from "../../harness/doctor-cluster.ts";
import { diagnosed, testPlanted } from "../../harness/planted.ts";

const policyKind = "ValidatingAdmissionPolicy";
const fence: Fence = {
  ...{ name: "a", lease: { namespace: "team-a", name: "leader" }, identity: "POD_*", mode: "deny" },
  ...{ serviceAccount: { namespace: "team-a", name: "controller" }, resources: ["configmaps"], deletes: false },
};

/** Returns a function that adds only a fence to a cluster, and then applies a change. */
function withFence(change: (cluster: DoctorCluster) => void = () => undefined, policy: Partial<Policy> = {}) {
  const off = new Map(rules.map(({ id }) => [id, { mode: "off" } as const]));
  const { objects } = exportPolicy(
    { ...defaultPolicy, rules: off, fences: [fence], ...policy },
    { ...defaultExport, kubernetesVersion: "1.36", now: new Date(0), version: "0.1.0" },
  );
  return (cluster: DoctorCluster): void => {
    for (const object of objects) cluster.add(structuredClone(object) as unknown as Changeable);
    change(cluster);
  };
}

/** Returns a change of the other-pod condition of a fence. */
function ofCondition(change: (expression: string) => string): (cluster: DoctorCluster) => void {
  return (cluster) => {
    const conditions = property(cluster.find(policyKind)["spec"], "matchConditions") as readonly Changeable[];
    const expression = String(conditions[1]?.["expression"]);
    expect(change(expression)).not.toBe(expression);
    cluster.set(policyKind, ["spec", "matchConditions", 1, "expression"], change(expression));
  };
}

/** Returns a change of a field of a fence in its annotation. */
function ofAnnotation(field: object): (cluster: DoctorCluster) => void {
  return (cluster) =>
    cluster.set(
      policyKind,
      ["metadata", "annotations", "lease-guard.dev/fence-settings"],
      JSON.stringify({ ...fence, ...field }),
    );
}

/** Returns a change that removes one object. */
function removeNamed(kind: string, name: string): (cluster: DoctorCluster) => void {
  return ({ objects }) => {
    const index = objects.findIndex((each) => each["kind"] === kind && property(each["metadata"], "name") === name);
    objects.splice(index, 1);
  };
}

test.each<[string, (cluster: DoctorCluster) => void]>([
  ["with its keeper", withFence()],
  [
    "of other administrators",
    withFence(undefined, { administrators: { users: ["jane", "team-*"], groups: ["sso:*"] } }),
  ],
  ["as stored", withFence((cluster) => cluster.set(policyKind, ["spec", "matchConstraints", "namespaceSelector"], {}))],
])("a fence %s causes no finding", (_, plant) => {
  const { findings } = diagnosed({ plant });
  expect(findings.filter(({ id }) => id.startsWith("doctor/exported-"))).toEqual([]);
});

test("without the policies, the doctor does not know whether bindings name existing ones", () => {
  const plant = withFence((cluster) => cluster.remove(policyKind));
  const unread = [{ resource: "validatingadmissionpolicies.admissionregistration.k8s.io", reason: "forbidden" }];
  const { checks, findings } = diagnosed({ plant, facts: () => ({ unread, read: new Set() }) });
  expect(findings.filter(({ id }) => id === "doctor/exported-policies-bound")).toEqual([]);
  expect(checks.find(({ id }) => id === "doctor/exported-policies-bound")?.status).toBe("unknown");
});

testPlanted({
  "a fence fails closed": {
    plant: withFence((cluster) => cluster.set(policyKind, ["spec", "failurePolicy"], "Fail")),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.failurePolicy"],
  },
  "a fence denies without its Lease": {
    plant: withFence((cluster) =>
      cluster.set("ValidatingAdmissionPolicyBinding", ["spec", "paramRef", "parameterNotFoundAction"], "Deny"),
    ),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.paramRef.parameterNotFoundAction"],
    says: "the export of the fence a",
  },
  "the condition of a fence is of another account": {
    plant: withFence(ofCondition((expression) => expression.replace("team-a:controller", "team-a:other"))),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.matchConditions[1].expression"],
  },
  "a fence has another condition instead of its administrators": {
    plant: withFence(ofCondition((expression) => expression.replace(/!\(.*?\) && /, "!(true) && "))),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.matchConditions[1].expression"],
  },
  "the annotation of a fence lists another resource": {
    plant: withFence(ofAnnotation({ resources: ["secrets"] })),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.matchConstraints.resourceRules[0].resources[0]"],
  },
  "the annotation of a fence has another identity": {
    plant: withFence(ofAnnotation({ identity: "random" })),
    finds: ["doctor/exported-policies-unedited", "warning", "metadata.annotations"],
    says: "fences[0].identity must be POD",
  },
  "the binding of a fence was deleted": {
    plant: withFence(removeNamed("ValidatingAdmissionPolicyBinding", "lease-guard-fence-a")),
    finds: ["doctor/exported-policies-bound", "info", ""],
    says: "the fence a is switched off",
  },
  "the policy of a fence was deleted": {
    plant: withFence(removeNamed(policyKind, "lease-guard-fence-a")),
    finds: ["doctor/exported-policies-bound", "warning", "spec.policyName"],
    says: "kubectl delete validatingadmissionpolicybinding lease-guard-fence-a",
  },
  "the policies of a fence were deleted with their keeper": {
    plant: withFence((cluster) => cluster.remove(policyKind)),
    finds: ["doctor/exported-policies-bound", "warning", "spec.policyName"],
  },
  "the annotation of a fence has no Lease": {
    plant: withFence(ofAnnotation({ lease: {} })),
    finds: ["doctor/exported-policies-unedited", "warning", "metadata.annotations"],
    says: "must each have a namespace",
  },
});
