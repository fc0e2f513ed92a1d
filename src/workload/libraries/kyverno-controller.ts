import type { ElectionProgram, Timing } from "../program.ts";

const retryPeriod: Timing = { unit: "go", flags: ["leaderElectionRetryPeriod"], default: 2 };

/** The election of `pkg/leaderelection/leaderelection.go`, with all durations from one setting. */
export const kyvernoController: Pick<
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
  election: { kind: "always" },
  library: "client-go",
  leaseDuration: { ...retryPeriod, factor: 6, default: 12 },
  renewDeadline: { ...retryPeriod, factor: 5, default: 10 },
  retryPeriod,
  lockNamespace: { env: ["KYVERNO_NAMESPACE"], default: "kyverno" },
  identity: { env: ["KYVERNO_POD_NAME"], default: "kyverno" },
  withoutElection: "safe",
  releases: false,
};
