import type { ElectionProgram } from "../program.ts";

/** The settings that the controller and cainjector of cert-manager share. */
export const certManager: Pick<
  ElectionProgram,
  "election" | "library" | "leaseDuration" | "renewDeadline" | "retryPeriod" | "lockNamespace"
> = {
  election: {
    kind: "switch",
    default: true,
    switches: [{ keys: ["leaderElectionConfig.enabled"], flags: ["leader-elect"] }],
  },
  library: "client-go",
  leaseDuration: {
    unit: "go",
    keys: ["leaderElectionConfig.leaseDuration"],
    flags: ["leader-election-lease-duration"],
    default: 60,
  },
  renewDeadline: {
    unit: "go",
    keys: ["leaderElectionConfig.renewDeadline"],
    flags: ["leader-election-renew-deadline"],
    default: 40,
  },
  retryPeriod: {
    unit: "go",
    keys: ["leaderElectionConfig.retryPeriod"],
    flags: ["leader-election-retry-period"],
    default: 15,
  },
  lockNamespace: {
    keys: ["leaderElectionConfig.namespace"],
    flags: ["leader-election-namespace"],
    default: "kube-system",
  },
};
