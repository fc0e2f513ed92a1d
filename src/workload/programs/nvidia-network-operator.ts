import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "nvidia-network-operator",
  images: ["cloud-native/network-operator", "mellanox/network-operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false),
  lockName: { default: "12620820.mellanox.com" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "Mellanox/network-operator",
    paths: ["main.go"],
    version: "v26.4.1",
  },
  isVerified: true,
};
