import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "crossplane",
  images: ["crossplane"],
  commands: ["core"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: false,
    switches: [{ env: ["LEADER_ELECTION"], flags: ["leader-election", "l"] }],
  },
  leaseDuration: { default: 60 },
  renewDeadline: { default: 50 },
  lockName: { default: "crossplane-leader-election-core" },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "crossplane/crossplane",
    paths: ["cmd/crossplane/core/core.go"],
    version: "v2.3.4",
  },
  isVerified: true,
};
