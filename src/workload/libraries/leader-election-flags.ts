import type { ElectionProgram } from "../program.ts";

/** The flags of many programs that pass their own durations to controller-runtime or client-go. */
export function leaderElectionFlags(
  lease: number,
  renew: number,
  retry: number,
): Pick<ElectionProgram, "leaseDuration" | "renewDeadline" | "retryPeriod"> {
  return {
    leaseDuration: { unit: "go", flags: ["leader-election-lease-duration"], default: lease },
    renewDeadline: { unit: "go", flags: ["leader-election-renew-deadline"], default: renew },
    retryPeriod: { unit: "go", flags: ["leader-election-retry-period"], default: retry },
  };
}
