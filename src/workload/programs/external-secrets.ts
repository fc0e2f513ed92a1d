import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "external-secrets",
  images: ["external-secrets/external-secrets"],
  ...controllerRuntime,
  election: flagSwitch("enable-leader-election", false),
  leaseDuration: { unit: "go", flags: ["leader-election-lease-duration"], default: 15 },
  renewDeadline: { unit: "go", flags: ["leader-election-renew-deadline"], default: 10 },
  retryPeriod: { unit: "go", flags: ["leader-election-retry-period"], default: 2 },
  lockName: { flags: ["leader-election-id"], default: "external-secrets-controller" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "external-secrets/external-secrets",
    paths: ["cmd/controller/root.go"],
    version: "v2.9.0",
  },
  isVerified: true,
};
