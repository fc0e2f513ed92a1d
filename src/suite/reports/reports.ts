import type { SuiteReport } from "./suite-run.ts";

type Loaded = Promise<SuiteReport>;

/** In the order of the help text. */
export const suiteReports = {
  text: async (): Loaded => (await import("./text.ts")).suiteText,
  json: async (): Loaded => (await import("./json.ts")).suiteJson,
  junit: async (): Loaded => (await import("./junit.ts")).suiteJunit,
  tap: async (): Loaded => (await import("./tap.ts")).suiteTap,
};

export type SuiteReportFormat = keyof typeof suiteReports;
