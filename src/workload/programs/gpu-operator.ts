import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "gpu-operator",
  images: ["gpu-operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false),
  leaseDuration: { unit: "go", flags: ["leader-lease-renew-deadline"], offset: 5, default: 15 },
  renewDeadline: { unit: "go", flags: ["leader-lease-renew-deadline"], default: 10 },
  lockName: { default: "53822513.nvidia.com" },
  lockNamespace: { flags: ["leader-elect-namespace"] },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "NVIDIA/gpu-operator",
    paths: ["cmd/gpu-operator/main.go"],
    version: "v26.7.0",
  },
  isVerified: true,
};
