import type { ElectionProgram } from "../program.ts";
import { controllerRuntime } from "./controller-runtime.ts";
import { flagSwitch } from "./flag-switch.ts";

/** The election that all controllers of KAI Scheduler have, with a Lease of their own. */
export const kaiScheduler: Pick<
  ElectionProgram,
  | "election"
  | "library"
  | "leaseDuration"
  | "renewDeadline"
  | "retryPeriod"
  | "lockNamespace"
  | "identity"
  | "withoutElection"
  | "releases"
> = {
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false),
  withoutElection: "harm",
  releases: false,
};
