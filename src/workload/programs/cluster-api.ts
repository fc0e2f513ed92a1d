import { componentBase } from "../libraries/component-base.ts";
import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cluster-api",
  images: ["cluster-api-controller"],
  ...controllerRuntime,
  ...componentBase,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  lockName: { default: "controller-leader-election-capi" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubernetes-sigs/cluster-api",
    paths: ["core/main.go"],
    version: "v1.14.0",
  },
  isVerified: true,
};
