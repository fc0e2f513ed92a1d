import { maxRecordBytes } from "../engine/review/limits.ts";
import { createValidate } from "../engine/validate/validate.ts";
import { modeFails, severityOfMode } from "../policy/policy.ts";
import { auditLogReader } from "../recording/audit-log.ts";
import { readRecording } from "../recording/read-recording.ts";
import { splitLines } from "../recording/split-lines.ts";
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
  { against, failOn, output }: SimulateFlags,
): Promise<number> {
  const { policy: active } = await loadPolicy(policy);
  const baseline = against === undefined ? undefined : createValidate(rules, (await loadPolicy(against)).policy);
  const options = {
    validate: createValidate(rules, active),
    ...(baseline && { baseline }),
    now: new Date(),
    readAudited: auditLogReader(),
  };
  const simulation = emptySimulation(file, baseline !== undefined, active.clockSkewMs);
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
  if (simulation.unreadable > 0) return 2;
  return hasFailed(simulation, failOn) ? 1 : 0;
}

async function simulateFile(options: SimulationOptions, simulation: Simulation): Promise<void> {
  const { file } = simulation;
  try {
    for await (const line of splitLines(readRecording(file), maxRecordBytes)) simulateLine(line, options, simulation);
  } catch (error) {
    throw readError(file, error);
  }
}

function hasFailed({ outcomes, comparison }: Simulation, failOn: FailOn): boolean {
  const counts = comparison ? { deny: comparison.newlyDenied, warn: comparison.newlyWarned } : outcomes;
  return failingModes.some((mode) => counts[mode] > 0 && modeFails(mode, severityOfMode[failOn]));
}
