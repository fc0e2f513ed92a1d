import { writeFileSync } from "node:fs";
import { reports } from "../report/reports.ts";
import { rules } from "../rules/index.ts";
import { createValidate } from "../validate/validate.ts";
import type { CheckFlags } from "./check.ts";
import type { CheckSettings } from "./check-settings.ts";
import { checkText, emptyTally, type Tally } from "./check-text.ts";
import { faultText } from "./fault-text.ts";
import { readOldObjects } from "./old-objects.ts";
import { packageVersion } from "./package-version.ts";
import { print } from "./print.ts";
import { startProgress } from "./progress.ts";
import { rulePage } from "./rule-page.ts";
import { readInputs } from "./read-inputs.ts";
import { oneLine, UsageError } from "./usage-error.ts";
import { wantsColor } from "./wants-color.ts";

/** Checks, reports, and returns the exit code: 0 when nothing was found, 1 for findings, 2 for what could not be read. */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const tally = emptyTally();
  const settings = await settingsOf(flags, tally);
  const progress = startProgress();
  for await (const input of readInputs(paths)) {
    if ("fault" in input) {
      tally.files++;
      tally.problems.push({ file: input.file, line: 1, column: 1, message: input.fault });
    } else await checkText(input, settings, tally, () => progress.show(tally));
  }
  progress.clear();
  writeReports(tally, flags);
  if (tally.problems.length > 0) return 2;
  return tally.findings.some(({ mode }) => mode === "deny" || (flags.failOn === "warn" && mode === "warn")) ? 1 : 0;
}

async function settingsOf(flags: CheckFlags, tally: Tally): Promise<CheckSettings> {
  const { old = [], namespace, operation, now = new Date(), user = "", group = [], kubernetesVersion: release, strict = false } = flags;
  if (operation === "UPDATE" && old.length === 0) throw new UsageError("--operation UPDATE must come with --old, the objects before it");
  const { oldObjects, problems } = await readOldObjects(readInputs(old), namespace);
  tally.problems.push(...problems);
  return {
    validate: createValidate(rules, new Map(), release),
    context: { now, user: { username: user, groups: group }, dryRun: false },
    namespace,
    oldObjects,
    strict,
    ...(operation !== undefined && { operation }),
    ...(release !== undefined && { release }),
  };
}

function writeReports(tally: Tally, { output = [{ format: "text" }] }: CheckFlags): void {
  const context = { version: packageVersion(), color: wantsColor(), rulePage };
  for (const { format, file } of output) writeReport(file, reports[format](tally, context));
  if (output.some(({ format, file }) => format === "text" && file === undefined)) return;
  // Whoever reads no text report is told of these all the same.
  for (const { file, line, column, message } of tally.problems) process.stderr.write(`error: ${oneLine(`${file}:${line}:${column}: ${message}`)}\n`);
}

function writeReport(file: string | undefined, text: string): void {
  if (file === undefined) return print(text);
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} must be writable: ${faultText(error)}`);
  }
}
