import type { ElectionProgram } from "../program.ts";

/**
 * The election of controller-runtime without options of the program, in
 * `pkg/manager/internal.go` and `pkg/leaderelection/leader_election.go` of v0.24.1.
 */
export const controllerRuntime: Pick<
  ElectionProgram,
  "library" | "leaseDuration" | "renewDeadline" | "retryPeriod" | "lockNamespace" | "identity"
> = {
  library: "client-go",
  leaseDuration: { default: 15 },
  renewDeadline: { default: 10 },
  retryPeriod: { default: 2 },
  lockNamespace: "own",
  identity: "host-name-uuid",
};
