import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "keda-operator",
  images: ["keda"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  leaseDuration: { unit: "go", env: ["KEDA_OPERATOR_LEADER_ELECTION_LEASE_DURATION"], default: 15 },
  renewDeadline: { unit: "go", env: ["KEDA_OPERATOR_LEADER_ELECTION_RENEW_DEADLINE"], default: 10 },
  retryPeriod: { unit: "go", env: ["KEDA_OPERATOR_LEADER_ELECTION_RETRY_PERIOD"], default: 2 },
  lockName: { flags: ["leader-election-id"], default: "operator.keda.sh" },
  lockNamespace: { env: ["POD_NAMESPACE"], default: "keda" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kedacore/keda",
    paths: ["cmd/operator/main.go", "pkg/util/env_resolver.go"],
    version: "v2.20.2",
  },
  isVerified: true,
};
