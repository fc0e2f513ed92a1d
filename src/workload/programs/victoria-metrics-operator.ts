import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "victoria-metrics-operator",
  images: ["victoriametrics/operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  leaseDuration: { unit: "go", flags: ["leader-elect-lease-duration"], default: 15 },
  renewDeadline: { unit: "go", flags: ["leader-elect-renew-deadline"], default: 10 },
  lockName: { flags: ["leader-elect-id"], default: "57410f0d.victoriametrics.com" },
  lockNamespace: { flags: ["leader-elect-namespace"] },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "VictoriaMetrics/operator",
    paths: ["internal/manager/manager.go"],
    version: "v0.74.1",
  },
  isVerified: true,
};
