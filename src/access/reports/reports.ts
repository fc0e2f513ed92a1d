import type { Report } from "../../report/report.ts";
import type { Access } from "../access.ts";

type Loaded = Promise<Report<Access>>;

/** In the order of the help text. */
export const accessReports = {
  text: async (): Loaded => (await import("./text.ts")).accessText,
  json: async (): Loaded => (await import("./json.ts")).accessJson,
  role: async (): Loaded => (await import("./role.ts")).accessRole,
};

export type AccessFormat = keyof typeof accessReports;
