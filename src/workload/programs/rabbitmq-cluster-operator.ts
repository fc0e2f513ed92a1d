import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "rabbitmq-cluster-operator",
  images: ["rabbitmq/cluster-operator", "rabbitmqoperator/cluster-operator", "rabbitmq-cluster-operator"],
  ...controllerRuntime,
  election: { kind: "always" },
  leaseDuration: { unit: "seconds", env: ["LEASE_DURATION"], default: 15 },
  renewDeadline: { unit: "seconds", env: ["RENEW_DEADLINE"], default: 10 },
  retryPeriod: { unit: "seconds", env: ["RETRY_PERIOD"], default: 2 },
  lockName: { default: "rabbitmq-cluster-operator-leader-election" },
  lockNamespace: { env: ["OPERATOR_NAMESPACE"], isRequired: true },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "rabbitmq/cluster-operator",
    paths: ["cmd/main.go"],
    version: "v2.22.3",
  },
  isVerified: true,
};
