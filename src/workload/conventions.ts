import type { ElectionProgram } from "./program.ts";
import type { TimingName } from "./workload-election.ts";

/** Matches the usual names of a switch, in lower case and without `-`, `_`, and `.`. */
const [onForm, offForm] = [
  /(?:enable)?leaderelect(?:ion)?(?:enabled?)?$/,
  /(?:(?:disable|no)leaderelect(?:ion)?|leaderelect(?:ion)?disabled?)$/,
] as const;

/**
 * Reports whether a name is the usual name of a switch that turns leader election on or off. A
 * prefix can belong to a part of the program, such as `webhook-leader-elect`, so a flag has none.
 */
export function conventionalSwitch(name: string, place: "flag" | "env"): "on" | "off" | undefined {
  if (place === "flag" && !/^(?:enable|disable|no)?-?leader/i.test(name)) return undefined;
  const plain = plainName(name);
  if (offForm.test(plain)) return "off";
  return onForm.test(plain) ? "on" : undefined;
}

/**
 * The settings of component-base and of the configuration file of controller-runtime, which mean
 * the same in every program.
 */
export const conventions: Pick<
  ElectionProgram,
  "leaseDuration" | "renewDeadline" | "retryPeriod" | "lockName" | "lockNamespace"
> = {
  leaseDuration: {
    unit: "go",
    flags: ["leader-elect-lease-duration", "leader-election-lease-duration"],
    keys: ["leaderElection.leaseDuration"],
  },
  renewDeadline: {
    unit: "go",
    flags: ["leader-elect-renew-deadline", "leader-election-renew-deadline"],
    keys: ["leaderElection.renewDeadline"],
  },
  retryPeriod: {
    unit: "go",
    flags: ["leader-elect-retry-period", "leader-election-retry-period"],
    keys: ["leaderElection.retryPeriod"],
  },
  lockName: { flags: ["leader-elect-resource-name"], keys: ["leaderElection.resourceName"] },
  lockNamespace: { flags: ["leader-elect-resource-namespace"], keys: ["leaderElection.resourceNamespace"] },
};

/** The kind of the configuration of kube-scheduler, also in the programs that extend it. */
export const schedulerConfiguration = "KubeSchedulerConfiguration";

export const lockTypeSetting = {
  flags: ["leader-elect-resource-lock", "leader-election-resource-lock", "leader-election-type"],
  keys: ["leaderElection.resourceLock"],
} as const;

/** Returns a name of a setting in lower case and without `-`, `_`, and `.`. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, "");
}

/** Matches the plain names of settings that change a fact of the election. */
export const usualTimings: Readonly<Record<TimingName, RegExp>> = {
  leaseDuration: /(?:lease|leader|election).*leaseduration$|^leaseduration$/,
  renewDeadline: /renewdeadline$/,
  retryPeriod: /(?:lease|leader|election).*retryperiod$|^retryperiod$/,
};
export const usualLockName: RegExp = /leaderelect(?:ion)?(?:id|resourcename|leasename|lockname)$/;
export const usualLockNamespace: RegExp = /leaderelect(?:ion)?(?:resource|lock|lease)?namespace$/;
