import { suiteJson } from "./json.ts";
import { suiteJunit } from "./junit.ts";
import type { SuiteReport } from "./run.ts";
import { suiteTap } from "./tap.ts";
import { suiteText } from "./text.ts";

/** What `lease-guard test -o` takes. */
export type SuiteReportFormat = "text" | "json" | "junit" | "tap";

/** Every format's report, in the order help lists them. */
export const suiteReports: Readonly<Record<SuiteReportFormat, SuiteReport>> = {
  text: suiteText,
  json: suiteJson,
  junit: suiteJunit,
  tap: suiteTap,
};
