import type { CheckReport } from "./result.ts";

type Loaded = Promise<CheckReport>;

/** In the order of the help text. */
export const reports = {
  text: async (): Loaded => (await import("./text.ts")).text,
  json: async (): Loaded => (await import("./json.ts")).json,
  sarif: async (): Loaded => (await import("./sarif.ts")).sarif,
  junit: async (): Loaded => (await import("./junit.ts")).junit,
  tap: async (): Loaded => (await import("./tap.ts")).tap,
  github: async (): Loaded => (await import("./github.ts")).github,
  markdown: async (): Loaded => (await import("./markdown.ts")).markdown,
};

export type ReportFormat = keyof typeof reports;

/** The formats that list the skipped objects only with `--verbose`. The others always list them. */
export const verboseFormats: readonly ReportFormat[] = ["text", "github", "markdown"];
