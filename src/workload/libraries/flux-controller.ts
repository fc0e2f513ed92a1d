import type { ElectionProgram } from "../program.ts";
import { controllerRuntime } from "./controller-runtime.ts";
import { flagSwitch } from "./flag-switch.ts";
import { leaderElectionFlags } from "./leader-election-flags.ts";

/**
 * The election of a Flux controller, in `runtime/leaderelection/leaderelection.go` of fluxcd/pkg
 * and in the file `main.go` of each controller. A label selector changes the name of the Lease.
 */
export function fluxController(name: string, version: string): ElectionProgram {
  return {
    ...controllerRuntime,
    name,
    images: [name],
    election: flagSwitch("enable-leader-election", false),
    ...leaderElectionFlags(35, 30, 5),
    lockName: { default: `${name}-leader-election`, unknownWith: { flags: ["watch-label-selector"] } },
    withoutElection: "harm",
    source: { repository: `fluxcd/${name}`, paths: ["main.go"], version },
    isVerified: true,
  };
}
