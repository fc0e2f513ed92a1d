import type { Report } from "../../report/report.ts";
import type { AuditResult } from "../result.ts";

type Loaded = Promise<Report<AuditResult>>;

/** In the order of the help text. */
export const auditReports = {
  text: async (): Loaded => (await import("./text.ts")).auditText,
  json: async (): Loaded => (await import("./json.ts")).auditJson,
  html: async (): Loaded => (await import("./html.ts")).auditHtml,
  markdown: async (): Loaded => (await import("./markdown.ts")).auditMarkdown,
  sarif: async (): Loaded => (await import("./sarif.ts")).auditSarif,
  junit: async (): Loaded => (await import("./junit.ts")).auditJunit,
  script: async (): Loaded => (await import("./script.ts")).auditScript,
  metrics: async (): Loaded => (await import("./metrics.ts")).auditMetrics,
};

export type AuditFormat = keyof typeof auditReports;
