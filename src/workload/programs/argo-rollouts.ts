import { flagSwitch } from "../libraries/flag-switch.ts";
import { leaderElectionFlags } from "../libraries/leader-election-flags.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argo-rollouts",
  images: ["argo-rollouts"],
  election: flagSwitch("leader-elect", true),
  library: "client-go",
  ...leaderElectionFlags(15, 10, 2),
  lockName: { default: "argo-rollouts-controller-lock", unknownWith: { flags: ["instance-id"] } },
  lockNamespace: { env: ["POD_NAMESPACE"] },
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "argoproj/argo-rollouts",
    paths: ["cmd/rollouts-controller/main.go", "controller/controller.go", "utils/defaults/defaults.go"],
    version: "v1.9.1",
  },
  isVerified: true,
};
