import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kuberay-operator",
  images: ["kuberay/operator"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: true,
    switches: [{ keys: ["enableLeaderElection"], flags: ["enable-leader-election"] }],
  },
  lockName: { default: "ray-operator-leader" },
  lockNamespace: { keys: ["leaderElectionNamespace"], flags: ["leader-election-namespace"] },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "ray-project/kuberay",
    paths: [
      "ray-operator/main.go",
      "ray-operator/apis/config/v1alpha1/configuration_types.go",
      "ray-operator/apis/config/v1alpha1/defaults.go",
    ],
    version: "v1.7.0",
  },
  isVerified: true,
};
