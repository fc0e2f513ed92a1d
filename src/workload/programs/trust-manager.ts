import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "trust-manager",
  images: ["trust-manager"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", true),
  leaseDuration: { unit: "go", flags: ["leader-election-lease-duration"], default: 15 },
  renewDeadline: { unit: "go", flags: ["leader-election-renew-deadline"], default: 10 },
  lockName: { default: "trust-manager-leader-election" },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "cert-manager/trust-manager",
    paths: ["cmd/trust-manager/app/app.go", "cmd/trust-manager/app/options/options.go"],
    version: "v0.24.0",
  },
  isVerified: true,
};
