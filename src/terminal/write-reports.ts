import type { Report } from "../report/report.ts";
import { UsageError } from "./errors.ts";
import { print, type ReportDetail, reportText, wantsColor } from "./output.ts";
import type { ReportOutput } from "./reports-option.ts";

/**
 * Writes every report of a result. If some cannot be written, writes the others, and then throws a
 * usage error. Loads the code that writes files only if a report goes to a file.
 */
export async function writeReports<T, Format extends string>(
  reports: Readonly<Record<Format, () => Promise<Report<T>>>>,
  outputs: readonly ReportOutput<Format>[],
  result: T,
  detail?: ReportDetail,
): Promise<void> {
  const unwritten: string[] = [];
  for (const { format, file } of outputs) {
    const report = await reports[format]();
    try {
      const text = reportText(report, result, file === undefined && wantsColor(), detail);
      if (file === undefined) print(text);
      else (await import("./report-file.ts")).writeReportFile(file, text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      unwritten.push(error.message);
    }
  }
  if (unwritten.length > 0) throw new UsageError(unwritten.join("; "));
}
