import { expect, test } from "vitest";
import type { Changeable, DoctorCluster } from "../../harness/doctor-cluster.ts";
import { diagnosed, testPlanted } from "../../harness/planted.ts";

const container = ["spec", "template", "spec", "containers", 0];
const args = "spec.template.spec.containers[0].args";

/** Returns a change that adds arguments to the container of the Deployment. */
const withArgs =
  (...added: readonly string[]) =>
  (cluster: DoctorCluster): void => {
    const deployment = cluster.find("Deployment") as unknown as {
      readonly spec: { readonly template: { readonly spec: { readonly containers: [{ readonly args: string[] }] } } };
    };
    deployment.spec.template.spec.containers[0].args.push(...added);
  };

/** Returns a change that schedules both pods to a node, in a cluster with some nodes. */
const onOneNode =
  (nodes: number) =>
  (cluster: DoctorCluster): void => {
    for (const name of ["a", "b"]) (cluster.find("Pod", name)["spec"] as Changeable)["nodeName"] = "node-0";
    for (let node = 0; node < nodes; node++)
      cluster.add({
        kind: "Lease",
        metadata: { name: `node-${node}`, namespace: "kube-node-lease" },
        spec: { holderIdentity: `node-${node}`, leaseDurationSeconds: 40 },
      });
  };

/** Returns a change that adds a container to a pod. */
const injected =
  (name: string, field: "containers" | "initContainers", more: object = {}) =>
  (cluster: DoctorCluster): void => {
    const spec = cluster.find("Pod", "b")["spec"] as Record<string, object[]>;
    spec[field] = [...(spec[field] ?? []), { name, ...more }];
  };

test.each<[string, (cluster: DoctorCluster) => void]>([
  ["--bind-address: every interface", withArgs("--bind-address=0.0.0.0")],
  ["--client-ca-file: below a volume", withArgs("--client-ca-file=/etc/lease-guard/tls/ca.crt")],
  [
    "--client-ca-file: the CA of the cluster",
    withArgs("--client-ca-file=/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"),
  ],
  ["pods: on the only node", onOneNode(1)],
  ["pods: on the only worker", onOneNode(2)],
  ["paused: false", (cluster) => cluster.set("Deployment", ["spec", "paused"], false)],
  ["a pod: an init container that ends", injected("istio-init", "initContainers")],
])("%s has no finding", (_, plant) => {
  expect(diagnosed({ plant }).findings).toEqual([]);
});

testPlanted({
  "--bind-address: loopback": {
    plant: withArgs("--bind-address=127.0.0.1"),
    finds: ["doctor/address-reachable", "error", args],
  },
  "--bind-address: loopback of IPv6, in two arguments": {
    plant: withArgs("--bind-address", "::1"),
    finds: ["doctor/address-reachable", "error", args],
  },
  "--self-signed": {
    plant: withArgs("--self-signed"),
    finds: ["doctor/certificate-files-used", "error", args],
  },
  "--client-ca-file: not in a volume": {
    plant: withArgs("--client-ca-file=/etc/client-ca/ca.crt"),
    finds: ["doctor/files-mounted", "warning", "spec.template.spec.containers[0].volumeMounts"],
    says: "--client-ca-file /etc/client-ca/ca.crt",
  },
  "readinessProbe: absent": {
    plant: (cluster) => cluster.set("Deployment", [...container, "readinessProbe"], undefined),
    finds: ["doctor/readiness-probed", "warning", "spec.template.spec.containers[0].readinessProbe"],
  },
  "paused: true": {
    plant: (cluster) => cluster.set("Deployment", ["spec", "paused"], true),
    finds: ["doctor/rollout-not-paused", "warning", "spec.paused"],
  },
  "pods: on one of three nodes": {
    plant: onOneNode(3),
    finds: ["doctor/pods-spread", "warning", ""],
    says: "node-0",
  },
  "a pod: the proxy of a mesh": {
    plant: injected("istio-proxy", "containers"),
    finds: ["doctor/no-proxy-injected", "warning", "spec.containers"],
  },
  "a pod: the proxy of a mesh as a sidecar": {
    plant: injected("istio-proxy", "initContainers", { restartPolicy: "Always" }),
    finds: ["doctor/no-proxy-injected", "warning", "spec.containers"],
  },
  "a pod: another container": {
    plant: injected("vault-agent", "containers"),
    finds: ["doctor/no-proxy-injected", "info", "spec.containers"],
  },
});
