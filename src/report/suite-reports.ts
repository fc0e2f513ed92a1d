import { suiteJson } from "./suite-json.ts";
import { suiteJunit } from "./suite-junit.ts";
import type { SuiteReport } from "./suite-run.ts";
import { suiteTap } from "./suite-tap.ts";
import { suiteText } from "./suite-text.ts";

/** What `lease-guard test -o` takes. */
export type SuiteReportFormat = "text" | "json" | "junit" | "tap";

/** Every format's report, in the order help lists them. */
export const suiteReports: Readonly<Record<SuiteReportFormat, SuiteReport>> = {
  text: suiteText,
  json: suiteJson,
  junit: suiteJunit,
  tap: suiteTap,
};
