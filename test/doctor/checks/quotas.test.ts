import { expect, test } from "vitest";
import type { DoctorCluster } from "../../harness/doctor-cluster.ts";
import { diagnosed, testPlanted } from "../../harness/planted.ts";

const counted = "count/leases.coordination.k8s.io";

const quota =
  (hard: Readonly<Record<string, string>>, used: Readonly<Record<string, string>>, namespace = "team-a") =>
  ({ add }: DoctorCluster): void =>
    add({ kind: "ResourceQuota", metadata: { name: "all", namespace }, spec: { hard }, status: { hard, used } });

test("a quota of pods has no finding", () => {
  expect(diagnosed({ plant: (cluster) => quota({ pods: "1" }, { pods: "1" })(cluster) }).findings).toEqual([]);
});

const field = `spec.hard[${counted}]`;

testPlanted({
  "a quota of Leases that is used up": {
    plant: (cluster) => quota({ [counted]: "3" }, { [counted]: "3" })(cluster),
    finds: ["doctor/quotas-leave-leases", "warning", field],
  },
  "a quota without Leases": {
    plant: (cluster) => quota({ [counted]: "0" }, {})(cluster),
    finds: ["doctor/quotas-leave-leases", "warning", field],
  },
  "a quota that is used up in kube-node-lease": {
    plant: (cluster) => quota({ [counted]: "3" }, { [counted]: "3" }, "kube-node-lease")(cluster),
    finds: ["doctor/quotas-leave-leases", "error", field],
  },
  "a quota with room": {
    plant: (cluster) => quota({ [counted]: "1k" }, { [counted]: "3" })(cluster),
    finds: ["doctor/quotas-leave-leases", "info", field],
  },
});
