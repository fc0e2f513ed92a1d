import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "aws-load-balancer-controller",
  images: ["aws-load-balancer-controller"],
  ...controllerRuntime,
  election: flagSwitch("enable-leader-election", true),
  lockName: { flags: ["leader-election-id"], default: "aws-load-balancer-controller-leader" },
  lockNamespace: { flags: ["leader-election-namespace"] },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubernetes-sigs/aws-load-balancer-controller",
    paths: ["pkg/config/runtime_config.go"],
    version: "v3.5.0",
  },
  isVerified: true,
};
