import { leaderElectionFlags } from "../libraries/leader-election-flags.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cilium-operator",
  images: ["cilium/operator-generic", "cilium/operator-aws", "cilium/operator-azure", "cilium/operator-alibabacloud"],
  election: { kind: "always" },
  library: "client-go",
  ...leaderElectionFlags(15, 10, 2),
  lockName: { default: "cilium-operator-resource-lock" },
  withoutElection: "safe",
  source: {
    repository: "cilium/cilium",
    paths: ["operator/option/config.go"],
    version: "03fb6d9b3cee046110aca90032beddead5778db9",
  },
  isVerified: false,
};
