import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "percona-server-mongodb-operator",
  images: ["percona-server-mongodb-operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", true),
  lockName: { default: "08db0feb.percona.com" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "percona/percona-server-mongodb-operator",
    paths: ["cmd/manager/main.go"],
    version: "v1.22.0",
  },
  isVerified: true,
};
