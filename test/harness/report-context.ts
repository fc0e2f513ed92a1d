import type { ReportContext } from "../../src/report/report.ts";

/**
 * A report context without colors, without skipped objects in text, and without rule pages. The
 * working directory is the root of the repository.
 */
export const context: ReportContext = {
  version: "1.2.3",
  color: false,
  failingFrom: "error",
  rulePage: () => undefined,
  repositoryPath: (file) => file,
};
