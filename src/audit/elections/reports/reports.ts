import type { Report } from "../../../report/report.ts";
import type { Elections } from "../elections.ts";

type Loaded = Promise<Report<Elections>>;

/** In the order of the help text. */
export const electionsReports = {
  text: async (): Loaded => (await import("./text.ts")).electionsText,
  wide: async (): Loaded => (await import("./text.ts")).electionsWide,
  json: async (): Loaded => (await import("./json.ts")).electionsJson,
  markdown: async (): Loaded => (await import("./markdown.ts")).electionsMarkdown,
  html: async (): Loaded => (await import("./html.ts")).electionsHtml,
};

export type ElectionsFormat = keyof typeof electionsReports;
