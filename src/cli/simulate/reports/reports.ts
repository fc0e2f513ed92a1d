import type { Report } from "../../../report/report.ts";
import type { Simulation } from "../simulation.ts";

type Loaded = Promise<Report<Simulation>>;

/**
 * The formats of `lease-guard simulate -o`, in the order of the help text. To add a format, add a
 * file and a row in this table.
 */
export const simulationReports = {
  text: async (): Loaded => (await import("./text.ts")).simulationText,
  json: async (): Loaded => (await import("./json.ts")).simulationJson,
};

export type SimulationFormat = keyof typeof simulationReports;
