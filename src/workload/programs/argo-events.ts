import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argo-events",
  images: ["argo-events"],
  commands: ["controller"],
  ...controllerRuntime,
  election: flagSwitch("leader-election", true),
  lockName: { default: "argo-events-controller" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "argoproj/argo-events",
    paths: ["cmd/commands/controller.go", "pkg/reconciler/cmd/start.go"],
    version: "v1.9.11",
  },
  isVerified: true,
};
