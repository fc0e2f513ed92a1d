import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "eck-operator",
  images: ["eck-operator", "eck-operator-ubi"],
  commands: ["manager"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: true,
    switches: [
      { keys: ["enable-leader-election"], env: ["ENABLE_LEADER_ELECTION"], flags: ["enable-leader-election"] },
    ],
  },
  lockName: { default: "elastic-operator-leader" },
  lockNamespace: {
    keys: ["operator-namespace"],
    env: ["OPERATOR_NAMESPACE"],
    flags: ["operator-namespace"],
    isRequired: true,
  },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "elastic/cloud-on-k8s",
    paths: ["cmd/manager/main.go", "pkg/controller/common/operator/flags.go"],
    version: "v3.5.0",
  },
  isVerified: true,
};
