import { type Learned, learn } from "../../learn/learn.ts";
import { policyText } from "../../learn/policy-text.ts";
import { defaultAdministrators } from "../../policy/policy.ts";
import type { Administrators } from "../../rules/rule.ts";
import type { ClusterFlags } from "../shared/cluster-flags.ts";
import { UsageError } from "../shared/errors.ts";
import { print, printMessage } from "../shared/output.ts";
import { writeReportFile } from "../shared/report-file.ts";
import { newReading, readObserved } from "./read-files.ts";
import { summaryLines } from "./summary.ts";

export interface LearnFlags extends ClusterFlags {
  /** The file to write. The policy goes to standard output if absent. */
  readonly output?: string;
  /** The earlier policy. */
  readonly merge?: string;
  readonly administrators?: readonly string[];
  readonly now?: Date;
  /** A share from 0 to 0.99. */
  readonly holdBack: number;
  /** The time in milliseconds for which to read a live cluster. */
  readonly watch?: number;
}

/** Learns a policy, writes it, prints a report to standard error, and returns the exit code. */
export async function runLearn(files: readonly string[], flags: LearnFlags): Promise<number> {
  const learned = await learnFiles(files, flags);
  const text = policyText(learned.policy);
  if (flags.output === undefined) print(text);
  else writeReportFile(flags.output, text);
  return 0;
}

async function learnFiles(files: readonly string[], flags: LearnFlags): Promise<Learned> {
  if (files.length === 0) throw new UsageError("learn needs files with recorded writes, or --watch");
  const reading = newReading();
  const learned = await learn(() => readObserved(files, reading), {
    administrators: administratorsOf(flags.administrators),
    now: flags.now,
    holdBack: flags.holdBack,
  });
  for (const message of reading.unread) printMessage(message);
  if (learned === undefined) throw new UsageError(`${files.join(", ")} must contain a write of a Lease or a LeaseCandidate`);
  for (const line of summaryLines(learned, reading)) printMessage(line);
  return learned;
}

const userPrefix = "user:";

/** Returns the administrators of the flags. */
function administratorsOf(names: readonly string[] | undefined): Administrators {
  if (names === undefined) return defaultAdministrators;
  const users = names.filter((name) => name.startsWith(userPrefix)).map((name) => name.slice(userPrefix.length));
  return { users, groups: names.filter((name) => !name.startsWith(userPrefix)) };
}
