import { createReadStream } from "node:fs";
import { rules } from "../../rules/index.ts";
import { createValidate, type Validate } from "../../validate/validate.ts";
import { systemErrorText, UsageError } from "../shared/errors.ts";
import { print } from "../shared/output.ts";
import { readPolicyFile } from "../shared/policy-file.ts";
import { simulationJson, simulationText } from "./report.ts";
import { maxLineBytes, simulateLine } from "./simulate-line.ts";
import { emptySimulation, type Simulation } from "./simulation.ts";
import { splitLines } from "./split-lines.ts";

/** The flags of `lease-guard simulate`, parsed. */
export interface SimulateFlags {
  readonly against?: string;
  readonly failOn?: "deny" | "warn";
  readonly output: "text" | "json";
}

/** Replays every review, reports, and returns the exit code: with --fail-on 1 for what it names, 2 for lines that hold no review. */
export async function runSimulation(policy: string, file: string, { against, failOn, output }: SimulateFlags): Promise<number> {
  const judges = {
    validate: await validateBy(policy),
    ...(against !== undefined && { against: await validateBy(against) }),
    now: new Date(),
  };
  const simulation = emptySimulation(against !== undefined);
  try {
    const input = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 });
    for await (const line of splitLines(input as AsyncIterable<Uint8Array>, maxLineBytes)) simulateLine(line, judges, simulation);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new UsageError(`${file} must be readable: ${systemErrorText(error)}`);
  }
  print(output === "json" ? simulationJson(simulation) : simulationText(simulation, file));
  if (simulation.reviews === 0) throw new UsageError(`${file} must contain a review of a Lease or a LeaseCandidate`);
  if (failOn === undefined) return 0;
  // Nobody knows what would have become of the others.
  if (simulation.unreadable > 0) return 2;
  return hasFailed(simulation, failOn) ? 1 : 0;
}

async function validateBy(file: string): Promise<Validate> {
  const { policy } = await readPolicyFile(file);
  return createValidate(rules, policy);
}

function hasFailed({ outcomes, comparison }: Simulation, failOn: "deny" | "warn"): boolean {
  const [denied, warned] = comparison ? [comparison.newlyDenied, comparison.newlyWarned] : [outcomes.deny, outcomes.warn];
  return denied > 0 || (failOn === "warn" && warned > 0);
}
