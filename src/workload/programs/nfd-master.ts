import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "nfd-master",
  images: ["node-feature-discovery"],
  commands: ["nfd-master"],
  election: flagSwitch("enable-leader-election", false),
  library: "client-go",
  leaseDuration: { unit: "go", keys: ["leaderElection.leaseDuration"], default: 15 },
  renewDeadline: { unit: "go", keys: ["leaderElection.renewDeadline"], default: 10 },
  retryPeriod: { unit: "go", keys: ["leaderElection.retryPeriod"], default: 2 },
  lockName: { default: "nfd-master.nfd.kubernetes.io" },
  lockNamespace: "own",
  // The name of the node, and a UUID.
  identity: "random",
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubernetes-sigs/node-feature-discovery",
    paths: ["cmd/nfd-master/main.go", "pkg/nfd-master/nfd-master.go", "pkg/utils/kubernetes.go"],
    version: "v0.19.0",
  },
  isVerified: true,
};
