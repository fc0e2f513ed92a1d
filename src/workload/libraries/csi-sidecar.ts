import type { ElectionProgram } from "../program.ts";
import { flagSwitch } from "./flag-switch.ts";
import { leaderElectionFlags } from "./leader-election-flags.ts";

/**
 * The election of csi-lib-utils v0.24.0, in `leaderelection/leader_election.go` and
 * `standardflags/flags.go`. The identity is the bare host name, which pods with `hostNetwork` on
 * one node share. A feature gate decides about the release.
 */
export const csiSidecar: Pick<
  ElectionProgram,
  | "election"
  | "library"
  | "leaseDuration"
  | "renewDeadline"
  | "retryPeriod"
  | "lockNamespace"
  | "identity"
  | "withoutElection"
> = {
  election: flagSwitch("leader-election", false),
  library: "client-go",
  ...leaderElectionFlags(15, 10, 5),
  lockNamespace: { env: ["POD_NAMESPACE"], flags: ["leader-election-namespace"] },
  identity: "host-name",
  withoutElection: "harm",
};
