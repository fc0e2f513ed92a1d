import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "mariadb-operator",
  images: ["mariadb-operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false),
  lockName: { default: "mariadb-operator.mariadb.com" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "mariadb-operator/mariadb-operator",
    paths: ["cmd/controller/main.go"],
    version: "v26.6.0",
  },
  isVerified: true,
};
