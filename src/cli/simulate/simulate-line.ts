import { readRecord } from "./read-record.ts";
import { replay, type SimulationOptions } from "./replay.ts";
import type { Simulation } from "./simulation.ts";
import type { Line } from "./split-lines.ts";
import { tallyReview, tallyUnreadable } from "./tally-review.ts";

/** Evaluates the review of one line and adds its outcome to the simulation; never throws, for any line. */
export function simulateLine({ number, bytes }: Line, options: SimulationOptions, simulation: Simulation): void {
  const record = readRecord(bytes);
  const replayed = record.ok ? record.value && replay(record.value, options) : record;
  if (replayed === undefined) return;
  if (!replayed.ok) tallyUnreadable(number, replayed.error, simulation);
  else if (replayed.value === undefined) simulation.skipped++;
  else tallyReview(number, replayed.value, simulation);
}
