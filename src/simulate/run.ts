import { createValidate, type Validate } from "../engine/validate/validate.ts";
import { modeFails, type Policy, severityOfMode } from "../policy/policy.ts";
import { afterAllDates, hasDates, policyAt } from "../policy/policy-at.ts";
import { auditLogReader } from "../recording/audit-log.ts";
import { readRecording } from "../recording/read-recording.ts";
import { recordLines } from "../recording/record-lines.ts";
import { rules } from "../rules/index.ts";
import { readError, UsageError } from "../terminal/errors.ts";
import { type FailOn, failingModes } from "../terminal/failing-modes.ts";
import { loadPolicy } from "../terminal/policy-file.ts";
import type { ReportOutput } from "../terminal/reports-option.ts";
import { writeReports } from "../terminal/write-reports.ts";
import { type SimulationFormat, simulationReports } from "./reports/reports.ts";
import { type SimulationOptions, simulateLine } from "./simulate-line.ts";
import { emptySimulation, type Simulation } from "./simulation.ts";

export interface SimulateFlags {
  readonly against?: string;
  /** The time at which the dates of the policies apply. */
  readonly now?: Date;
  readonly failOn?: FailOn;
  readonly output: readonly ReportOutput<SimulationFormat>[];
}

/**
 * Replays every review, prints a report, and returns the exit code. Throws a usage error if a
 * policy is invalid, or if the file of the reviews cannot be read. Also throws a usage error if
 * this file contains no review of a Lease or a LeaseCandidate.
 */
export async function runSimulation(
  policy: string,
  file: string,
  { against, now, failOn, output }: SimulateFlags,
): Promise<number> {
  const { policy: own } = await loadPolicy(policy);
  const other = against === undefined ? undefined : (await loadPolicy(against)).policy;
  const validateAt = (each: Policy, time = now): Validate =>
    createValidate(rules, time === undefined ? each : policyAt(each, time));
  const options = {
    validate: validateAt(own),
    ...(hasDates(own) && { eventually: validateAt(own, afterAllDates) }),
    ...(other && { baseline: validateAt(other) }),
    now: new Date(),
    readAudited: auditLogReader(),
  };
  const simulation = emptySimulation(file, other !== undefined, own.clockSkewMs);
  await simulateFile(options, simulation);
  await writeReports(simulationReports, output, simulation);
  if (simulation.reviews === 0)
    throw new UsageError(`${file} must contain a review, or a complete audit event, of a Lease or a LeaseCandidate`);
  return exitCodeOf(simulation, failOn);
}

/**
 * Returns the exit code. The code is 2 if a rule crashed. Otherwise, the code is 0 without
 * `--fail-on`. With `--fail-on`, the code is 2 if a line is unreadable, 1 if an outcome reaches the
 * flag's mode, and 0 otherwise.
 */
export function exitCodeOf(simulation: Simulation, failOn: FailOn | undefined): number {
  if (simulation.crashes.size > 0) return 2;
  if (failOn === undefined) return 0;
  // A review in an unreadable line could have any outcome.
  if (simulation.unreadable.lines > 0) return 2;
  return hasFailed(simulation, failOn) ? 1 : 0;
}

async function simulateFile(options: SimulationOptions, simulation: Simulation): Promise<void> {
  const { file } = simulation;
  try {
    for await (const line of recordLines(readRecording(file))) simulateLine(line, options, simulation);
  } catch (error) {
    throw readError(file, error);
  }
}

function hasFailed({ outcomes, comparison }: Simulation, failOn: FailOn): boolean {
  const counts = comparison ? { deny: comparison.newlyDenied, warn: comparison.newlyWarned } : outcomes;
  return failingModes.some((mode) => counts[mode] > 0 && modeFails(mode, severityOfMode[failOn]));
}
