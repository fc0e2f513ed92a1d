import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "karpenter",
  images: ["karpenter/controller"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: true,
    switches: [{ env: ["DISABLE_LEADER_ELECTION"], flags: ["disable-leader-election"], isNegated: true }],
  },
  lockName: { env: ["LEADER_ELECTION_NAME"], flags: ["leader-election-name"], default: "karpenter-leader-election" },
  lockNamespace: { env: ["LEADER_ELECTION_NAMESPACE"], flags: ["leader-election-namespace"] },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "kubernetes-sigs/karpenter",
    paths: ["pkg/operator/options/options.go", "pkg/operator/operator.go"],
    version: "v1.14.1",
  },
  isVerified: true,
};
