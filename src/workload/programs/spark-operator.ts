import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import { leaderElectionFlags } from "../libraries/leader-election-flags.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "spark-operator",
  images: ["spark-operator/controller", "kubeflow/spark-operator"],
  commands: ["controller"],
  ...controllerRuntime,
  election: flagSwitch("leader-election", false),
  ...leaderElectionFlags(15, 10, 2),
  lockName: { flags: ["leader-election-lock-name"], default: "spark-operator-lock" },
  lockNamespace: { flags: ["leader-election-lock-namespace"], default: "spark-operator" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubeflow/spark-operator",
    paths: ["cmd/operator/controller/start.go"],
    version: "v2.5.2",
  },
  isVerified: true,
};
