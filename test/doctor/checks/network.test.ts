import { expect, test } from "vitest";
import type { DoctorCluster } from "../../harness/doctor-cluster.ts";
import { diagnosed, testPlanted } from "../../harness/planted.ts";

/** Returns a change that replaces the ingress rules of the NetworkPolicy of the base. */
const ingress =
  (rules: readonly object[]) =>
  (cluster: DoctorCluster): void =>
    cluster.set("NetworkPolicy", ["spec", "ingress"], rules);

const inNamespace = (name: string) => ({ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } } });

test.each<[string, (cluster: DoctorCluster) => void]>([
  ["a rule without ports", ingress([{}])],
  ["a range of ports", ingress([{ ports: [{ port: 8000, endPort: 9000 }] }])],
  ["an ipBlock", ingress([{ from: [{ ipBlock: { cidr: "10.0.0.1/32" } }], ports: [{ port: 8443 }] }])],
  ["the proxy of the API server in kube-system", ingress([{ from: [inNamespace("kube-system")] }])],
  ["every namespace", ingress([{ from: [{ namespaceSelector: {} }] }])],
  [
    "only egress",
    (cluster) => {
      ingress([])(cluster);
      cluster.set("NetworkPolicy", ["spec", "policyTypes"], ["Egress"]);
    },
  ],
  [
    "other pods",
    (cluster) => {
      ingress([])(cluster);
      cluster.set("NetworkPolicy", ["spec", "podSelector"], { matchLabels: { app: "other" } });
    },
  ],
  [
    "pods in the network of their node",
    (cluster) => {
      ingress([])(cluster);
      cluster.set("Deployment", ["spec", "template", "spec", "hostNetwork"], true);
    },
  ],
  [
    "a second policy that denies",
    (cluster) =>
      cluster.add({
        kind: "NetworkPolicy",
        metadata: { name: "deny", namespace: "lease-guard" },
        spec: { podSelector: {}, policyTypes: ["Ingress"] },
      }),
  ],
  ["no policy", (cluster) => cluster.remove("NetworkPolicy")],
])("NetworkPolicies with %s let the API server in", (_, plant) => {
  expect(diagnosed({ plant }).findings).toEqual([]);
});

const finds = ["doctor/network-policies-admit", "error", "spec.ingress"] as const;

testPlanted({
  "ingress: none": { plant: ingress([]), finds, says: "port 8443" },
  "ingress: another port": { plant: ingress([{ ports: [{ port: "metrics" }] }]), finds },
  "ingress: UDP": { plant: ingress([{ ports: [{ port: 8443, protocol: "UDP" }] }]), finds },
  "ingress: only pods of the namespace": { plant: ingress([{ from: [{ podSelector: {} }] }]), finds },
  "ingress: only another namespace": { plant: ingress([{ from: [inNamespace("monitoring")] }]), finds },
  "a policy of the namespace that denies": {
    plant: (cluster) => {
      cluster.set("NetworkPolicy", ["spec"], { podSelector: {}, policyTypes: ["Ingress"] });
    },
    finds,
  },
});
