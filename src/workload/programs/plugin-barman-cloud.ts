import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "plugin-barman-cloud",
  images: ["plugin-barman-cloud"],
  commands: ["operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false),
  lockName: { default: "822e3f5c.cnpg.io" },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "cloudnative-pg/plugin-barman-cloud",
    paths: ["internal/cmd/operator/main.go", "internal/cnpgi/operator/manager.go"],
    version: "v0.14.0",
  },
  isVerified: true,
};
