import type { Severity } from "../../core/field/severity.ts";
import type { ReportOutput } from "../../terminal/reports-option.ts";
import type { SourceFlags } from "../source-flags.ts";
import type { ElectionsFormat } from "./reports/reports.ts";

export interface ElectionsFlags extends SourceFlags {
  /** True to read the cluster again until SIGINT. */
  readonly watch?: true;
  /** The renew deadline of the clients in milliseconds. */
  readonly renewDeadline?: number;
  /** True to show which hypotheses of the guarantee hold. */
  readonly guarantee?: true;
  /** The largest difference between two clocks, in milliseconds. */
  readonly clockSkew?: number;
  /** The longest time of a successful attempt to renew or to acquire, in milliseconds. */
  readonly writeLatency?: number;
  /** False if no client releases its Lease when it stops. */
  readonly releaseOnCancel: boolean;
  /** True to show which elections are fenced. */
  readonly fences?: true;
  readonly failOn: Severity | "never";
  readonly output: readonly ReportOutput<ElectionsFormat>[];
}
