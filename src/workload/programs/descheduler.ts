import { componentBase, componentBaseName, componentBaseNamespace } from "../libraries/component-base.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "descheduler",
  images: ["descheduler"],
  ...componentBase,
  election: flagSwitch("leader-elect", false),
  leaseDuration: { unit: "go", flags: ["leader-elect-lease-duration"], default: 137 },
  renewDeadline: { unit: "go", flags: ["leader-elect-renew-deadline"], default: 107 },
  retryPeriod: { unit: "go", flags: ["leader-elect-retry-period"], default: 26 },
  lockName: componentBaseName("descheduler"),
  lockNamespace: componentBaseNamespace("kube-system"),
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "kubernetes-sigs/descheduler",
    paths: ["cmd/descheduler/app/options/options.go", "pkg/descheduler/leaderelection.go"],
    version: "v0.36.0",
  },
  isVerified: true,
};
