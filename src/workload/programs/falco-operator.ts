import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "falco-operator",
  images: ["falco-operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false),
  lockName: { default: "1d54f32f.falcosecurity.dev" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "falcosecurity/falco-operator",
    paths: ["cmd/instance/main.go"],
    version: "v0.4.1",
  },
  isVerified: true,
};
