import { expect, test } from "vitest";
import { type Changeable, type DoctorCluster, goodConnection } from "../../harness/doctor-cluster.ts";
import { diagnosed, inBoth, permitRenewal, testPlanted, webhook } from "../../harness/planted.ts";

const annotation = "cert-manager.io/inject-ca-from";
const others = ["kube-system", "kube-node-lease", "cert-manager"];

const excluding = (...names: readonly string[]) => ({
  matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: [...others, ...names] }],
});

/** Moves the objects of lease-guard to another namespace, as kustomize's `namespace` does. */
function moved(cluster: DoctorCluster): void {
  for (const { metadata } of cluster.objects)
    if ((metadata as Changeable)["namespace"] === "lease-guard") (metadata as Changeable)["namespace"] = "guard";
  inBoth(["clientConfig", "service", "namespace"], "guard")(cluster);
}

/** Returns a change that adds a CronJob that runs `certs apply`. */
const job =
  (...args: readonly string[]) =>
  (cluster: DoctorCluster): void => {
    permitRenewal(cluster);
    const containers = [{ name: "c", args: ["certs", "apply", ...args] }];
    cluster.add({
      kind: "CronJob",
      metadata: { name: "certificates", namespace: "lease-guard" },
      spec: {
        jobTemplate: { spec: { template: { spec: { serviceAccountName: "lease-guard-certificates", containers } } } },
      },
    });
  };

test("another namespace that all places name has no finding", () => {
  const plant = (cluster: DoctorCluster): void => {
    moved(cluster);
    inBoth(["namespaceSelector"], excluding("guard"))(cluster);
    cluster.set(webhook, ["metadata", "annotations"], { [annotation]: "guard/lease-guard" });
  };
  expect(diagnosed({ plant }).findings).toEqual([]);
});

test.each([[[]], [["--service", "lease-guard"]], [["--webhook-configuration=lease-guard"]]])(
  "a CronJob with the arguments %j has no finding",
  (args) => {
    expect(
      diagnosed({ plant: job(...args), facts: (cluster) => ({ connection: goodConnection(cluster) }) }).findings,
    ).toEqual([]);
  },
);

testPlanted({
  "the webhooks exclude the namespace of the base": {
    plant: moved,
    finds: ["doctor/names-agree", "warning", "webhooks[0].namespaceSelector"],
    says: "must exclude guard",
  },
  "the annotation names the namespace of the base": {
    plant: (cluster) => {
      moved(cluster);
      inBoth(["namespaceSelector"], excluding("guard"))(cluster);
      cluster.set(webhook, ["metadata", "annotations"], { [annotation]: "lease-guard/lease-guard" });
    },
    finds: ["doctor/names-agree", "error", `metadata.annotations[${annotation}]`],
  },
  "the CronJob issues a certificate for another Service": {
    plant: job("--service=other"),
    finds: ["doctor/names-agree", "error", "spec.jobTemplate.spec.template.spec.containers[0].args"],
    says: "--service=lease-guard",
  },
});
