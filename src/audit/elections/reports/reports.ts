import type { Report } from "../../../report/report.ts";
import type { Fleet } from "../../fleet/fleet.ts";
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

type FleetLoaded = Promise<Report<Fleet<Elections>>>;

/** The reports about several clusters. */
export const electionsFleetReports: Readonly<Record<ElectionsFormat, () => FleetLoaded>> = {
  text: async (): FleetLoaded => (await import("./text.ts")).fleetText,
  wide: async (): FleetLoaded => (await import("./text.ts")).fleetWide,
  json: async (): FleetLoaded => (await import("./json.ts")).fleetJson,
  markdown: async (): FleetLoaded => (await import("./markdown.ts")).fleetMarkdown,
  html: async (): FleetLoaded => (await import("./html.ts")).fleetHtml,
};
