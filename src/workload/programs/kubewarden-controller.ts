import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kubewarden-controller",
  images: ["kubewarden-controller"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  lockName: { default: "a4ddbf36.kubewarden.io" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubewarden/kubewarden-controller",
    paths: ["cmd/controller/main.go"],
    version: "v1.35.0",
  },
  isVerified: true,
};
