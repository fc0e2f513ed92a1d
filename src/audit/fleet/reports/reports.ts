import type { Report } from "../../../report/report.ts";
import type { AuditFormat } from "../../reports/reports.ts";
import type { AuditResult } from "../../result.ts";
import type { Fleet } from "../fleet.ts";

type Loaded = Promise<Report<Fleet<AuditResult>>>;

/** The reports about several clusters. */
export const fleetReports: Readonly<Record<AuditFormat, () => Loaded>> = {
  text: async (): Loaded => (await import("./text.ts")).fleetText,
  json: async (): Loaded => (await import("./json.ts")).fleetJson,
  html: async (): Loaded => (await import("./html.ts")).fleetHtml,
  markdown: async (): Loaded => (await import("./markdown.ts")).fleetMarkdown,
  sarif: async (): Loaded => (await import("../../reports/sarif.ts")).fleetSarif,
  junit: async (): Loaded => (await import("../../reports/junit.ts")).fleetJunit,
  script: async (): Loaded => (await import("../../reports/script.ts")).fleetScript,
  metrics: async (): Loaded => (await import("../../reports/metrics.ts")).fleetMetrics,
};
