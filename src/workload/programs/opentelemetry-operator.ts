import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "opentelemetry-operator",
  images: ["opentelemetry-operator"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: false,
    switches: [
      { keys: ["enable-leader-election"], env: ["ENABLE_LEADER_ELECTION"], flags: ["enable-leader-election"] },
    ],
  },
  leaseDuration: { default: 137 },
  renewDeadline: { default: 107 },
  retryPeriod: { default: 26 },
  lockName: { default: "9f7554c3.opentelemetry.io" },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "open-telemetry/opentelemetry-operator",
    paths: [
      "internal/operator/setup.go",
      "internal/config/config.go",
      "internal/config/env.go",
      "internal/config/cli.go",
    ],
    version: "v0.158.0",
  },
  isVerified: true,
};
