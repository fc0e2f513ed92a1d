import type { Report } from "../../report/report.ts";
import type { Diagnosis } from "../diagnose.ts";

type Loaded = Promise<Report<Diagnosis>>;

/** In the order of the help text. */
export const doctorReports = {
  text: async (): Loaded => (await import("./text.ts")).doctorText,
  json: async (): Loaded => (await import("./json.ts")).doctorJson,
  markdown: async (): Loaded => (await import("./markdown.ts")).doctorMarkdown,
  sarif: async (): Loaded => (await import("./sarif.ts")).doctorSarif,
  junit: async (): Loaded => (await import("./junit.ts")).doctorJunit,
};

export type DoctorFormat = keyof typeof doctorReports;
