import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "jaeger-operator",
  images: ["jaeger-operator"],
  ...controllerRuntime,
  // The name of the environment variable, LEADER-ELECT, is the name of the flag in upper case.
  election: { kind: "switch", default: false, switches: [{ env: ["LEADER-ELECT"], flags: ["leader-elect"] }] },
  leaseDuration: { default: 137 },
  renewDeadline: { default: 107 },
  retryPeriod: { default: 26 },
  lockName: { default: "31e04290.jaegertracing.io" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "jaegertracing/jaeger-operator",
    paths: ["pkg/cmd/start/main.go", "pkg/cmd/start/bootstrap.go", "cmd/root.go"],
    version: "v1.65.0",
  },
  isVerified: true,
};
