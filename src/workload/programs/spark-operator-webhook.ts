import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "spark-operator-webhook",
  images: ["spark-operator/controller", "kubeflow/spark-operator"],
  commands: ["webhook"],
  // The program accepts flags with durations, and ignores them.
  ...controllerRuntime,
  election: flagSwitch("leader-election", false),
  lockName: { flags: ["leader-election-lock-name"], default: "spark-operator-lock" },
  lockNamespace: { flags: ["leader-election-lock-namespace"], default: "spark-operator" },
  withoutElection: "safe",
  releases: false,
  source: {
    repository: "kubeflow/spark-operator",
    paths: ["cmd/operator/webhook/start.go"],
    version: "v2.5.2",
  },
  isVerified: true,
};
