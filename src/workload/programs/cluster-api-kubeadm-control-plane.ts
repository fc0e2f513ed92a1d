import { componentBase } from "../libraries/component-base.ts";
import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cluster-api-kubeadm-control-plane",
  images: ["kubeadm-control-plane-controller"],
  ...controllerRuntime,
  ...componentBase,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  leaseDuration: { unit: "go", flags: ["leader-elect-lease-duration"], default: 60 },
  renewDeadline: { unit: "go", flags: ["leader-elect-renew-deadline"], default: 40 },
  retryPeriod: { unit: "go", flags: ["leader-elect-retry-period"], default: 5 },
  lockName: { default: "kubeadm-control-plane-manager-leader-election-capi" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubernetes-sigs/cluster-api",
    paths: ["controlplane/kubeadm/main.go"],
    version: "v1.14.0",
  },
  isVerified: true,
};
