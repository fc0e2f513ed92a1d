import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "rabbitmq-messaging-topology-operator",
  images: [
    "rabbitmq/messaging-topology-operator",
    "rabbitmqoperator/messaging-topology-operator",
    "rabbitmq-messaging-topology-operator",
  ],
  ...controllerRuntime,
  // Before 1.19, the election was always on.
  election: { kind: "switch", switches: [{ flags: ["leader-elect"] }] },
  leaseDuration: { unit: "seconds", env: ["LEASE_DURATION"], default: 15 },
  renewDeadline: { unit: "seconds", env: ["RENEW_DEADLINE"], default: 10 },
  retryPeriod: { unit: "seconds", env: ["RETRY_PERIOD"], default: 2 },
  lockName: { default: "messaging-topology-operator-leader-election" },
  lockNamespace: { env: ["OPERATOR_NAMESPACE"] },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "rabbitmq/messaging-topology-operator",
    paths: ["cmd/main.go"],
    version: "v1.20.1",
  },
  isVerified: true,
};
