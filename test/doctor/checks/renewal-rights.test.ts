import { expect, test } from "vitest";
import type { SnapshotKind } from "../../../src/installation/snapshot.ts";
import type { Changeable, DoctorCluster } from "../../harness/doctor-cluster.ts";
import { diagnosed, permitRenewal, testPlanted } from "../../harness/planted.ts";

/** Returns a change that adds the CronJob with its permissions, which `change` then changes. */
const permitted =
  (change: (cluster: DoctorCluster) => void, args: readonly string[] = []) =>
  (cluster: DoctorCluster): void => {
    permitRenewal(cluster);
    const containers = [{ name: "c", args: ["certs", "apply", ...args] }];
    const spec = { serviceAccountName: "lease-guard-certificates", containers };
    cluster.add({
      kind: "CronJob",
      metadata: { name: "certificates", namespace: "lease-guard" },
      spec: { suspend: false, jobTemplate: { spec: { template: { spec } } } },
    });
    change(cluster);
  };

const subjects =
  (...list: readonly Changeable[]) =>
  (cluster: DoctorCluster): void => {
    for (const kind of ["RoleBinding", "ClusterRoleBinding"] as const) cluster.set(kind, ["subjects"], list);
  };

const user = { kind: "User", name: "system:serviceaccount:lease-guard:lease-guard-certificates" };
const everything = [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }];

test.each<readonly [string, (cluster: DoctorCluster) => void]>([
  ["the shipped permissions", () => undefined],
  ["bindings of its user name", subjects(user)],
  ["bindings of its group", subjects({ kind: "Group", name: "system:serviceaccounts:lease-guard" })],
  [
    "one ClusterRole with all permissions",
    (cluster) => {
      cluster.remove("RoleBinding");
      cluster.set("ClusterRole", ["rules"], everything);
    },
  ],
])("%s have no finding", (_, change) => {
  expect(diagnosed({ plant: permitted(change) }).findings).toEqual([]);
});

const removing =
  (kind: SnapshotKind) =>
  ({ remove }: DoctorCluster): void =>
    remove(kind);
const field = "spec.jobTemplate.spec.template.spec.serviceAccountName";
const finds = ["doctor/certificates-permitted", "warning", field] as const;
const aSecret = "update secrets/lease-guard-tls";
const aBundle = "patch validatingwebhookconfigurations/lease-guard";

testPlanted({
  "no Role": { plant: permitted(removing("Role")), finds, says: aSecret },
  "no RoleBinding": { plant: permitted(removing("RoleBinding")), finds, says: aSecret },
  "no ClusterRole": { plant: permitted(removing("ClusterRole")), finds, says: aBundle },
  "no ClusterRoleBinding": { plant: permitted(removing("ClusterRoleBinding")), finds, says: aBundle },
  "bindings of another ServiceAccount": {
    plant: permitted(subjects({ kind: "ServiceAccount", name: "default", namespace: "lease-guard" })),
    finds,
    says: "--as=system:serviceaccount:lease-guard:lease-guard-certificates",
  },
  "bindings of a ServiceAccount in another namespace": {
    plant: permitted(subjects({ kind: "ServiceAccount", name: "lease-guard-certificates", namespace: "default" })),
    finds,
  },
  "a Role in another namespace": {
    plant: permitted((cluster) => cluster.set("RoleBinding", ["metadata", "namespace"], "default")),
    finds,
    says: aSecret,
  },
  "other Secrets": {
    plant: permitted(() => undefined, ["--secret=other-tls"]),
    finds,
    says: "update secrets/other-tls",
  },
  "a verb less": {
    plant: permitted((cluster) => cluster.set("ClusterRole", ["rules", 0, "verbs"], ["get"])),
    finds,
    says: aBundle,
  },
});

test("a suspended CronJob without permissions has both findings", () => {
  const plant = permitted((cluster) => {
    cluster.remove("RoleBinding");
    cluster.set("CronJob", ["spec", "suspend"], true);
  });
  const ids = diagnosed({ plant }).findings.map(({ id }) => id);
  expect(ids).toEqual(["doctor/certificates-renewed", "doctor/certificates-permitted"]);
});

test("the result is unknown if a kind is not readable", () => {
  const facts = ({ snapshot }: DoctorCluster) => ({
    read: new Set([...snapshot().read].filter((kind) => kind !== "ClusterRole")),
  });
  const { findings, checks } = diagnosed({ plant: permitted(removing("RoleBinding")), facts });
  expect(findings).toEqual([]);
  expect(JSON.stringify(checks)).toContain("needs clusterroles.rbac.authorization.k8s.io");
});
