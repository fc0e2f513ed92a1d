import type { ClusterChoice } from "../cluster/connect-cluster.ts";
import type { FailingSeverity } from "../terminal/failing-modes.ts";
import type { HostPort } from "../terminal/flags.ts";
import type { ReportOutput } from "../terminal/reports-option.ts";
import type { DoctorFormat } from "./reports/reports.ts";

export interface DoctorFlags extends ClusterChoice {
  readonly filename?: readonly string[];
  /**
   * The namespace of lease-guard, if no webhook calls its Service. The default is `lease-guard`.
   */
  readonly namespace?: string;
  readonly preflight?: true;
  readonly connect?: true;
  readonly serviceAddress?: HostPort;
  /** The namespace of the probe, or true for the default. */
  readonly probe?: string | true;
  /** The namespace of the dry runs that ask for the views of fences, or true for the default. */
  readonly fences?: string | true;
  /** The renew deadline of the holders, in seconds. */
  readonly renewDeadline?: number;
  /** The lowest severity that causes exit code 1. */
  readonly failOn: FailingSeverity;
  readonly output: readonly ReportOutput<DoctorFormat>[];
  readonly verbose?: true;
  readonly now?: Date;
}
