import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { leaderElectionFlags } from "../libraries/leader-election-flags.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "contour",
  images: ["contour"],
  commands: ["serve"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: true,
    switches: [{ flags: ["disable-leader-election"], isNegated: true }],
  },
  ...leaderElectionFlags(15, 10, 2),
  lockName: { flags: ["leader-election-resource-name"], default: "leader-elect" },
  lockNamespace: {
    env: ["CONTOUR_NAMESPACE"],
    flags: ["leader-election-resource-namespace"],
    default: "projectcontour",
  },
  withoutElection: "safe",
  releases: true,
  source: {
    repository: "projectcontour/contour",
    paths: ["cmd/contour/serve.go"],
    version: "v1.33.6",
  },
  isVerified: true,
};
