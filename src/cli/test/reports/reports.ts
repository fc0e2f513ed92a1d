import type { SuiteReport } from "./suite-run.ts";

type Loaded = Promise<SuiteReport>;

/**
 * The formats of `lease-guard test -o`, in the order of the help text. To add a format, add a file
 * and a row in this table.
 */
export const suiteReports = {
  text: async (): Loaded => (await import("./text.ts")).suiteText,
  json: async (): Loaded => (await import("./json.ts")).suiteJson,
  junit: async (): Loaded => (await import("./junit.ts")).suiteJunit,
  tap: async (): Loaded => (await import("./tap.ts")).suiteTap,
};

/** A format of `lease-guard test -o`. */
export type SuiteReportFormat = keyof typeof suiteReports;
