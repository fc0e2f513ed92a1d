import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "mariadb-operator-cert-controller",
  images: ["mariadb-operator"],
  commands: ["cert-controller"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false),
  lockName: { default: "cert-controller.mariadb-operator.mariadb.com" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "mariadb-operator/mariadb-operator",
    paths: ["cmd/controller/main.go", "cmd/controller/cert_controller.go"],
    version: "v26.6.0",
  },
  isVerified: true,
};
