import { dirname, isAbsolute, join } from "node:path";
import { createValidate } from "../engine/validate/validate.ts";
import type { DocumentProblem, ManifestDocument } from "../manifest/document.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { isSuite, suiteApiVersion, suiteGroup } from "../policy/file/policy-parts.ts";
import type { Problem } from "../report/report.ts";
import { sourcePlaces } from "../report/source-excerpt.ts";
import { rules } from "../rules/index.ts";
import { printProblem } from "../terminal/document-problems.ts";
import { UsageError } from "../terminal/errors.ts";
import { skipSilently, skipWithWarning, unreadProblem } from "../terminal/find-files.ts";
import { type Input, readInputs, readRegularInputText } from "../terminal/inputs.ts";
import { policyFormat, readPolicyFiles } from "../terminal/policy-file.ts";
import type { ReportOutput } from "../terminal/reports-option.ts";
import { writeReports } from "../terminal/write-reports.ts";
import { readSuite } from "./read-suite.ts";
import { type SuiteReportFormat, suiteReports } from "./reports/reports.ts";
import { hasPassed, type SuiteRun } from "./reports/suite-run.ts";
import { type CaseResult, runCase } from "./run-case.ts";

interface SuiteTally extends SuiteRun {
  readonly cases: CaseResult[];
  readonly problems: Problem[];
  files: number;
  /** A string that the names of the cases to run contain. If undefined, all cases run. */
  readonly run: string | undefined;
  readonly onRead: (file: string) => void;
}

export interface TestFlags {
  readonly output: readonly ReportOutput<SuiteReportFormat>[];
  readonly run?: string;
  /** True to print failed cases and errors only. */
  readonly quiet?: boolean;
  /** True if text reports also list the rules that abstained in passed cases. */
  readonly verbose?: boolean;
  readonly watch?: true;
}

/** Runs the suites and returns the exit code. */
export async function runTests(paths: readonly string[], flags: TestFlags): Promise<number> {
  if (flags.watch !== true) return runOnce(paths, flags, () => {});
  const { watchRuns } = await import("../terminal/watch.ts");
  const watched = new Set(paths);
  return watchRuns(watched, flags.output, () => runOnce(paths, flags, (file) => watched.add(file)));
}

/**
 * Runs every suite, prints a report, and returns the exit code. The code is 2 if there is a
 * problem. Otherwise, the code is 1 if a case fails, and 0 if all cases pass.
 *
 * Ignores documents that are not suites, because a file can also contain policies and objects. If a
 * file that the command line names contains no suite, the file is a problem. Calls `onRead` with
 * each path that a suite names.
 */
async function runOnce(
  paths: readonly string[],
  { output, run, quiet = false, verbose = false }: TestFlags,
  onRead: (file: string) => void,
): Promise<number> {
  const tally: SuiteTally = { cases: [], problems: [], files: 0, run, onRead };
  for await (const input of readInputs(paths, undefined, undefined, quiet ? skipSilently : skipWithWarning)) {
    if (!input.ok) tally.problems.push(input.error);
    else if (await runSuites(input.value, tally)) tally.files++;
    else if (paths.includes(input.value.file)) tally.problems.push(unreadProblem(input.value.file, noSuite));
  }
  for (const problem of tally.problems) printProblem(problem);
  if (tally.problems.length === 0) rejectEmptyRun(paths, tally);
  await writeReports(suiteReports, output, tally, { quiet, verbose });
  if (tally.problems.length > 0) return 2;
  return tally.cases.every(hasPassed) ? 0 : 1;
}

/** Throws a usage error if no case ran, because a run without cases must not pass. */
function rejectEmptyRun(paths: readonly string[], { files, cases, run }: SuiteTally): void {
  if (files === 0) throw new UsageError(`${paths.join(", ")} ${noSuite}`);
  if (cases.length === 0 && run !== undefined)
    throw new UsageError(
      `--run: no case has a name that contains ${JSON.stringify(run)}; use a part of a name in ${paths.join(", ")}`,
    );
}

const noSuite = `must contain a Suite of ${suiteApiVersion}`;

/**
 * Runs the suites in an input. Returns true if the input has a suite, or an invalid document that
 * could be a suite.
 */
async function runSuites(input: Input, tally: SuiteTally): Promise<boolean> {
  const placeAt = sourcePlaces(input.file, input.text);
  let found = false;
  for await (const read of readDocuments(input.text)) {
    if (!read.ok) {
      // A directory can also contain files for other programs.
      if (input.found && !input.text.includes(suiteGroup)) continue;
      tally.problems.push(placeAt(read.error));
    } else if (isSuite(read.value.value))
      tally.problems.push(...(await runSuite(input.file, read.value, tally)).map(placeAt));
    else continue;
    found = true;
  }
  return found;
}

/** Runs the cases of the suite in a document and returns the problems. */
async function runSuite(
  file: string,
  document: ManifestDocument,
  tally: SuiteTally,
): Promise<readonly DocumentProblem[]> {
  const suite = await readSuite(document, {
    readText: (path) => readRegularInputText(besideSuite(file, path, tally.onRead)),
    readPolicyFiles: (path) => readPolicyFiles(besideSuite(file, path, tally.onRead), readSuitePolicyText),
  });
  if (!suite.ok) return suite.error;
  const validate = createValidate(rules, suite.value.policy);
  const cases = suite.value.cases.filter(({ name }) => name.includes(tally.run ?? ""));
  const results = cases.map((each) => runCase(each, file, validate));
  for (const result of results) tally.cases.push(result);
  return results.flatMap(({ crashes }) => crashes);
}

function readSuitePolicyText(file: string): ReturnType<typeof readRegularInputText> {
  return readRegularInputText(file, policyFormat);
}

/** Returns the path of a file that a suite names, and passes the path to `onRead`. */
function besideSuite(suite: string, path: string, onRead: (file: string) => void): string {
  const file = isAbsolute(path) ? path : join(dirname(suite), path);
  onRead(file);
  return file;
}
