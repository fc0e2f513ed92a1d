import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "crossplane-rbac-manager",
  images: ["crossplane"],
  commands: ["rbac"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: false,
    switches: [{ env: ["LEADER_ELECTION"], flags: ["leader-election", "l"] }],
  },
  lockName: { default: "crossplane-leader-election-rbac" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "crossplane/crossplane",
    paths: ["cmd/crossplane/rbac/rbac.go"],
    version: "v2.3.4",
  },
  isVerified: true,
};
