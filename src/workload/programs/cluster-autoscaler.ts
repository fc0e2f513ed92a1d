import { componentBase, componentBaseName } from "../libraries/component-base.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cluster-autoscaler",
  images: ["cluster-autoscaler"],
  ...componentBase,
  election: flagSwitch("leader-elect", true),
  lockName: componentBaseName("cluster-autoscaler"),
  // The program ignores --leader-elect-resource-namespace.
  lockNamespace: { flags: ["namespace"], default: "kube-system" },
  identity: "host-name",
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "kubernetes/autoscaler",
    paths: ["cluster-autoscaler/main.go", "cluster-autoscaler/config/flags/flags.go"],
    version: "cluster-autoscaler-1.36.1",
  },
  isVerified: true,
};
