import { statSync } from "node:fs";
import { resolve } from "node:path";
import { tryOrUndefined } from "../core/field/result.ts";
import { defaultAdministrators } from "../policy/policy.ts";
import {
  type InputSummary,
  mustContainWrite,
  newInputSummary,
  readObserved,
  unreadableInputs,
} from "../recording/read-files.ts";
import type { Administrators } from "../rules/rule.ts";
import type { ClusterFlags } from "../terminal/cluster-flags.ts";
import { UsageError } from "../terminal/errors.ts";
import { growHeapSlowly, limitYoungGeneration } from "../terminal/limit-young-generation.ts";
import { print, printMessage } from "../terminal/output.ts";
import { loadPolicy } from "../terminal/policy-file.ts";
import { writeReportFile } from "../terminal/report-file.ts";
import { isSystemPath } from "../terminal/tree.ts";
import { learn, type ReadWrites } from "./learn.ts";
import { mergePolicy } from "./merge-policy.ts";
import { type EarlierPolicy, parseEarlierPolicy } from "./parse-earlier-policy.ts";
import { policyText } from "./policy-text.ts";
import { summaryLines } from "./summary.ts";
import { watchCluster } from "./watch-cluster.ts";

export interface LearnFlags extends ClusterFlags {
  /** The file for the policy. If undefined, the policy goes to standard output. */
  readonly output?: string;
  /** The file with the earlier policy. By default, the file for the policy, if it has content. */
  readonly merge?: string;
  readonly administrators?: readonly string[];
  readonly now?: Date;
  /** The time in milliseconds for which the entries only warn, also entries of an earlier run. */
  readonly warnFor?: number;
  /**
   * The share of the writes, from 0 to 0.99, with which `learn` tests a policy that it learned from
   * the earlier writes.
   */
  readonly holdBack: number;
  /** The time in milliseconds for which `learn` reads a live cluster. */
  readonly watch?: number;
  /** Whether to learn fences from audit logs. */
  readonly fences?: boolean;
}

/**
 * Learns a policy, writes it, prints a report to standard error, and returns the exit code, which
 * is 0. Throws a usage error if an input cannot be used or the policy cannot be written.
 */
export async function runLearn(files: readonly string[], flags: LearnFlags): Promise<number> {
  // A log can have many objects, and reading it creates many short-lived ones.
  limitYoungGeneration();
  growHeapSlowly();
  if (files.length > 0 === (flags.watch !== undefined))
    throw new UsageError("learn needs either files with recorded writes, or --watch");
  if (flags.fences && flags.watch !== undefined)
    throw new UsageError("--fences: requires audit logs, because --watch does not show who writes");
  const merged = fileToMerge(flags);
  const earlier = merged === undefined ? undefined : await earlierPolicy(merged);
  const summary = newInputSummary();
  const learned = await learn(await sourceOf(files, flags, summary), {
    administrators: administratorsOf(flags.administrators),
    now: flags.now ?? new Date(),
    warnMs: flags.warnFor,
    holdBack: flags.holdBack,
    fences: flags.fences,
  });
  for (const message of unreadableInputs(summary)) printMessage(message);
  if (learned === undefined) throw new UsageError(nothingLearned(files));
  const keepsDates = flags.warnFor === undefined;
  const { text, keptFences } =
    earlier === undefined
      ? { text: policyText(learned.policy), keptFences: [] }
      : mergePolicy(earlier, learned.policy, keepsDates);
  if (flags.output === undefined) print(text);
  else writeReportFile(flags.output, text);
  for (const line of summaryLines(learned, summary, keptFences)) printMessage(line);
  if (merged !== undefined) printMessage(`merged with ${merged}: ${keptText(keepsDates)}`);
  return 0;
}

function keptText(keepsDates: boolean): string {
  const kept = "entries that a person wrote or changed stay";
  return keepsDates ? `${kept}, and entries in which only the date would change keep their date` : kept;
}

function nothingLearned(files: readonly string[]): string {
  return files.length === 0
    ? `the cluster ${mustContainWrite}`
    : `${files.join(", ")} ${mustContainWrite}; the output of kubectl get contains no writes`;
}

async function sourceOf(files: readonly string[], flags: LearnFlags, summary: InputSummary): Promise<ReadWrites> {
  if (flags.watch === undefined) return (onRequest) => readObserved(files, summary, undefined, onRequest);
  const writes = await watchCluster(flags, flags.watch);
  return () => writes;
}

/**
 * Returns the file with the earlier policy, or undefined if there is none. Throws a usage error if
 * the file for the policy has content that would be lost.
 */
function fileToMerge({ merge, output }: LearnFlags): string | undefined {
  if (output === undefined || isSystemPath(output)) return merge;
  const stats = tryOrUndefined(() => statSync(output, { throwIfNoEntry: false }));
  if (!stats?.isFile() || stats.size === 0) return merge;
  if (merge === undefined || resolve(merge) === resolve(output)) return output;
  throw new UsageError(`${output} must not exist, or must be the file of --merge, because its content would be lost`);
}

/**
 * Returns the document of the earlier policy in a file. Throws a usage error if the policy is
 * invalid, or if it is not one document.
 */
async function earlierPolicy(file: string): Promise<EarlierPolicy> {
  const { files } = await loadPolicy(file);
  const [only, ...others] = files;
  if (only === undefined || others.length > 0)
    throw new UsageError(`${file} must be one file, such as one of the files of a policy`);
  const document = parseEarlierPolicy(only.text);
  if (!document.ok) throw new UsageError(`${file} ${document.error}`);
  return document.value;
}

const userPrefix = "user:";

/**
 * Returns the administrators that `--administrators` names, or the default ones without the flag.
 */
function administratorsOf(names: readonly string[] | undefined): Administrators {
  if (names === undefined) return defaultAdministrators;
  const users = names.filter((name) => name.startsWith(userPrefix)).map((name) => name.slice(userPrefix.length));
  return { users, groups: names.filter((name) => !name.startsWith(userPrefix)) };
}
