import type { ElectionProgram, NameSetting } from "../program.ts";

type Durations = Pick<ElectionProgram, "library" | "leaseDuration" | "renewDeadline" | "retryPeriod">;

/**
 * The flags of component-base with the usual durations, in `config/options/leaderelectionconfig.go`
 * of v0.36.3.
 */
export const componentBase: Durations = {
  library: "client-go",
  leaseDuration: { unit: "go", flags: ["leader-elect-lease-duration"], default: 15 },
  renewDeadline: { unit: "go", flags: ["leader-elect-renew-deadline"], default: 10 },
  retryPeriod: { unit: "go", flags: ["leader-elect-retry-period"], default: 2 },
};

export function componentBaseName(name: string): NameSetting {
  return { flags: ["leader-elect-resource-name"], default: name };
}

export function componentBaseNamespace(namespace: string): NameSetting {
  return { flags: ["leader-elect-resource-namespace"], default: namespace };
}

/**
 * The settings of a configuration file with the type `LeaderElectionConfiguration`, and with the
 * defaults of `RecommendedDefaultLeaderElectionConfiguration` in `config/v1alpha1/defaults.go`.
 */
export const componentBaseFile: Durations & Pick<ElectionProgram, "election" | "lockNamespace"> = {
  election: { kind: "switch", default: true, switches: [{ keys: ["leaderElection.leaderElect"] }] },
  library: "client-go",
  leaseDuration: { unit: "go", keys: ["leaderElection.leaseDuration"], default: 15 },
  renewDeadline: { unit: "go", keys: ["leaderElection.renewDeadline"], default: 10 },
  retryPeriod: { unit: "go", keys: ["leaderElection.retryPeriod"], default: 2 },
  lockNamespace: { keys: ["leaderElection.resourceNamespace"] },
};

/** The settings of that file, and the flags that override them. */
export const componentBaseFileAndFlags: Durations & Pick<ElectionProgram, "election"> = {
  election: {
    kind: "switch",
    default: true,
    switches: [{ keys: ["leaderElection.leaderElect"], flags: ["leader-elect"] }],
  },
  library: "client-go",
  leaseDuration: { ...componentBaseFile.leaseDuration, ...componentBase.leaseDuration },
  renewDeadline: { ...componentBaseFile.renewDeadline, ...componentBase.renewDeadline },
  retryPeriod: { ...componentBaseFile.retryPeriod, ...componentBase.retryPeriod },
};
