import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "mongodb-atlas-operator",
  images: ["mongodb-atlas-kubernetes-operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  lockName: { default: "06d035fb.mongodb.com" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "mongodb/mongodb-atlas-kubernetes",
    paths: ["internal/run/run.go", "internal/operator/builder.go"],
    version: "v2.15.1",
  },
  isVerified: true,
};
