import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "grafana-operator",
  images: ["grafana-operator"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: false,
    switches: [{ env: ["ENABLE_LEADER_ELECTION"], flags: ["leader-elect"] }],
  },
  // The name is a hash of the namespaces and selectors that the program watches.
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "grafana/grafana-operator",
    paths: ["main.go"],
    version: "v5.24.0",
  },
  isVerified: true,
};
