import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "flink-kubernetes-operator",
  images: ["flink-kubernetes-operator"],
  commands: ["operator"],
  election: {
    kind: "switch",
    default: false,
    switches: [{ keys: ["kubernetes.operator.leader-election.enabled"] }],
  },
  library: "fabric8",
  lockName: { keys: ["kubernetes.operator.leader-election.lease-name"], isRequired: true },
  withoutElection: "harm",
  source: {
    repository: "apache/flink-kubernetes-operator",
    paths: [
      "flink-kubernetes-operator/src/main/java/org/apache/flink/kubernetes/operator/config/KubernetesOperatorConfigOptions.java",
      "helm/flink-kubernetes-operator/values.yaml",
    ],
    version: "release-1.15.0",
  },
  isVerified: true,
};
