import type { Severity } from "../core/field/severity.ts";
import type { ReportOutput } from "../terminal/reports-option.ts";
import type { AuditFormat } from "./reports/reports.ts";
import type { SourceFlags } from "./source-flags.ts";

export interface AuditFlags extends SourceFlags {
  readonly failOn: Severity | "never";
  readonly output: readonly ReportOutput<AuditFormat>[];
  /** True to write the findings into the cluster, as reports. */
  readonly writeReports?: true;
  /** True to also print the objects without findings, with more columns. */
  readonly wide?: true;
}
