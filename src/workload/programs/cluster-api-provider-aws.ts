import { componentBase } from "../libraries/component-base.ts";
import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cluster-api-provider-aws",
  images: ["cluster-api-aws-controller"],
  ...controllerRuntime,
  ...componentBase,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  lockName: { default: "controller-leader-elect-capa" },
  lockNamespace: { flags: ["leader-elect-namespace"] },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubernetes-sigs/cluster-api-provider-aws",
    paths: ["main.go"],
    version: "v2.11.1",
  },
  isVerified: true,
};
