import { expect, test } from "vitest";
import { property } from "../../../src/core/api/json-object.ts";
import { exportPolicy } from "../../../src/export/export-policy.ts";
import { defaultPolicy } from "../../../src/policy/policy.ts";
import type { Changeable, DoctorCluster } from "../../harness/doctor-cluster.ts";
import { diagnosed, testPlanted } from "../../harness/planted.ts";

const settings = {
  kubernetesVersion: "1.36",
  name: "lease-guard",
  isStatic: false,
  hasRelations: false,
  failsClosed: false,
  isSplit: false,
} as const;

/** Returns a function that adds exported policies to a cluster, and then applies a change. */
const exportedWith = (hasRelations: boolean) => {
  const { objects } = exportPolicy(defaultPolicy, { ...settings, hasRelations, now: new Date(0), version: "0.1.0" });
  return (change: (cluster: DoctorCluster) => void = () => undefined) =>
    (cluster: DoctorCluster): void => {
      for (const object of objects) cluster.add(structuredClone(object) as unknown as Changeable);
      change(cluster);
    };
};
const [exported, exportedWithRelations] = [exportedWith(false), exportedWith(true)];

test.each([
  ["", exported],
  ["with relation rules and their keepers ", exportedWithRelations],
])("exported policies %shave no finding", (_, plant) => {
  const { findings, checks } = diagnosed({ plant: plant() });
  expect(findings).toEqual([]);
  expect(checks.filter(({ id }) => id.startsWith("doctor/exported-"))).toHaveLength(5);
});

/** Returns a Lease with a holder, and with these managedFields. */
const lease = (managedFields: readonly object[], holderIdentity = "controller-1"): Changeable => ({
  kind: "Lease",
  metadata: { namespace: "team-a", name: "bare", managedFields },
  spec: { holderIdentity, leaseDurationSeconds: 60 },
});

test("without exported policies, a Lease without managedFields has no finding", () => {
  expect(diagnosed({ plant: (cluster) => cluster.add(lease([])) }).findings).toEqual([]);
});

test("a Lease with managedFields, and a Lease without a holder, have no finding", () => {
  const plant = exported((cluster) => {
    for (const object of [lease([{ manager: "controller" }]), lease([], "")]) cluster.add(object);
  });
  expect(diagnosed({ plant }).findings).toEqual([]);
});

test("exported policies replace the webhook", () => {
  const plant = exported((cluster) => {
    for (const kind of ["ValidatingWebhookConfiguration", "Deployment"] as const) cluster.remove(kind);
  });
  expect(diagnosed({ plant }).findings).toEqual([]);
});

testPlanted({
  "an older version exported them": {
    plant: exported((cluster) =>
      cluster.set("ValidatingAdmissionPolicy", ["metadata", "annotations", "lease-guard.dev/version"], "0.0.9"),
    ),
    finds: ["doctor/exported-policies-current", "warning", "metadata.annotations[lease-guard.dev/version]"],
    says: "version 0.0.9",
  },
  "a validation was removed": {
    plant: exported((cluster) => cluster.set("ValidatingAdmissionPolicy", ["spec", "validations"], [])),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.validations"],
  },
  "the bindings were deleted": {
    plant: exported((cluster) => cluster.remove("ValidatingAdmissionPolicyBinding")),
    finds: ["doctor/exported-policies-bound", "error", ""],
  },
  "the policies of the bindings were deleted": {
    plant: exported((cluster) => {
      for (const object of cluster.objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicy").slice(1))
        cluster.objects.splice(cluster.objects.indexOf(object), 1);
    }),
    finds: ["doctor/exported-policies-bound", "warning", "spec.policyName"],
  },
  "the keepers were deleted": {
    plant: exportedWithRelations((cluster) => {
      const isKeeper = ({ metadata }: Changeable): boolean => String(property(metadata, "name")).includes("-keeper-");
      for (const object of cluster.objects.filter(isKeeper)) cluster.objects.splice(cluster.objects.indexOf(object), 1);
    }),
    finds: ["doctor/exported-policies-kept", "warning", "spec.paramKind"],
  },
  "a held Lease has no managedFields": {
    plant: exported((cluster) => cluster.add(lease([]))),
    finds: ["doctor/held-leases-tracked", "warning", "metadata.managedFields"],
  },
  "a binding does not act": {
    plant: exported((cluster) =>
      cluster.set("ValidatingAdmissionPolicyBinding", ["spec", "validationActions"], ["Audit"]),
    ),
    finds: ["doctor/exported-policies-act", "warning", "spec.validationActions"],
  },
});
