import type { ClusterChoice } from "../../cluster/connect-cluster.ts";
import type { Severity } from "../../doctor/check.ts";
import type { DoctorFormat } from "./reports/reports.ts";

/** The severities that change the exit code, by the value of `--fail-on`. */
export const failingSeverities: Readonly<Record<FailOnSeverity, readonly Severity[]>> = {
  error: ["error"],
  warning: ["error", "warning"],
};

/** The lowest severity of a finding that changes the exit code. */
type FailOnSeverity = "error" | "warning";

/** The flags of `doctor`. */
export interface DoctorFlags extends ClusterChoice {
  readonly filename?: readonly string[];
  readonly preflight?: true;
  readonly connect?: true;
  readonly serviceAddress?: string;
  /** The renew deadline in seconds. */
  readonly renewDeadline?: number;
  readonly failOn: FailOnSeverity;
  readonly output: DoctorFormat;
  readonly verbose?: true;
  readonly now?: Date;
}
