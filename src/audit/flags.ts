import type { Severity } from "../core/field/severity.ts";
import type { ClusterFlags } from "../terminal/cluster-flags.ts";
import type { ReportOutput } from "../terminal/reports-option.ts";
import type { AuditFormat } from "./reports/reports.ts";

export interface AuditFlags extends ClusterFlags {
  /** The files to read instead of a cluster. */
  readonly filename?: readonly string[];
  /**
   * The time of the last listing in the files. If undefined, the audit uses the newest time in the
   * objects of this listing.
   */
  readonly now?: Date;
  /** The files with recorded writes. */
  readonly recording?: readonly string[];
  readonly policy?: string;
  /** The time between the first and the last listing, in milliseconds. */
  readonly watch?: number;
  /**
   * The age in milliseconds below which the checks, and the rules about elections, report nothing
   * about an object.
   */
  readonly minAge: number;
  readonly failOn: Severity | "never";
  readonly output: readonly ReportOutput<AuditFormat>[];
  /** True to write the findings into the cluster, as reports. */
  readonly writeReports?: true;
  /** True to also print the objects without findings, with more columns. */
  readonly wide?: true;
}
