import type { Report } from "../../report/report.ts";
import type { Simulation } from "../simulation.ts";

type Loaded = Promise<Report<Simulation>>;

/** In the order of the help text. */
export const simulationReports = {
  text: async (): Loaded => (await import("./text.ts")).simulationText,
  json: async (): Loaded => (await import("./json.ts")).simulationJson,
  markdown: async (): Loaded => (await import("./markdown.ts")).simulationMarkdown,
};

export type SimulationFormat = keyof typeof simulationReports;
