import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "actions-runner-controller",
  images: ["gha-runner-scale-set-controller", "actions-runner-controller"],
  commands: ["manager"],
  ...controllerRuntime,
  election: flagSwitch("enable-leader-election", false),
  lockName: { flags: ["leader-election-id"], default: "actions-runner-controller" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "actions/actions-runner-controller",
    paths: ["main.go"],
    version: "gha-runner-scale-set-0.14.2",
  },
  isVerified: true,
};
