import { dirname, isAbsolute, join } from "node:path";
import type { DocumentProblem, ManifestDocument } from "../../manifest/document.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import type { Problem } from "../../report/report.ts";
import { sourcePlaces } from "../../report/source-excerpt.ts";
import { rules } from "../../rules/index.ts";
import { createValidate } from "../../validate/validate.ts";
import { UsageError } from "../shared/errors.ts";
import { unreadProblem } from "../shared/find-files.ts";
import { type Input, readInputs, readInputText } from "../shared/inputs.ts";
import { printReport } from "../shared/output.ts";
import { readPolicyFiles } from "../shared/policy-file.ts";
import { printProblem } from "../shared/print-problem.ts";
import { isSuite, readSuite } from "./read-suite.ts";
import { type SuiteReportFormat, suiteReports } from "./reports/reports.ts";
import { hasPassed, type SuiteRun } from "./reports/suite-run.ts";
import { type CaseResult, runCase } from "./run-case.ts";

/** The parsed flags of `lease-guard test`. */
export interface TestFlags {
  readonly output: SuiteReportFormat;
  /** True to print failed cases and errors only. */
  readonly quiet?: boolean;
}

interface SuiteTally extends SuiteRun {
  readonly cases: CaseResult[];
  readonly problems: Problem[];
  files: number;
}

/**
 * Runs every suite, prints a report, and returns the exit code. Ignores documents that are not
 * suites, because a file can also contain policies and objects. The code is 2 if there is a
 * problem. Otherwise, the code is 1 if a case fails, and 0 if all cases pass.
 */
export async function runTests(paths: readonly string[], { output, quiet = false }: TestFlags): Promise<number> {
  const tally: SuiteTally = { cases: [], problems: [], files: 0 };
  for await (const input of readInputs(paths)) {
    if (!input.ok) tally.problems.push(input.error);
    else if (await runSuites(input.value, tally)) tally.files++;
    else if (paths.includes(input.value.file)) tally.problems.push(unreadProblem(input.value.file, noSuite));
  }
  for (const problem of tally.problems) printProblem(problem);
  if (tally.files === 0 && tally.problems.length === 0) throw new UsageError(`${paths.join(", ")} ${noSuite}`);
  await printReport(suiteReports[output](), tally, { quiet });
  if (tally.problems.length > 0) return 2;
  return tally.cases.every(hasPassed) ? 0 : 1;
}

/** The text that each suite contains. A directory also contains files for other programs. */
const suiteGroup = "test.lease-guard.dev";

const noSuite = "must contain a Suite of test.lease-guard.dev/v1alpha1";

/**
 * Runs the suites in an input. Returns true if the input has a suite, or an invalid document that
 * could be a suite.
 */
async function runSuites(input: Input, tally: SuiteTally): Promise<boolean> {
  const placeAt = sourcePlaces(input.file, input.text);
  let found = false;
  for await (const read of readDocuments(input.text)) {
    if (!read.ok) {
      if (input.found && !input.text.includes(suiteGroup)) continue;
      tally.problems.push(placeAt(read.error));
    } else if (isSuite(read.value.value)) tally.problems.push(...(await runSuite(input.file, read.value, tally)).map(placeAt));
    else continue;
    found = true;
  }
  return found;
}

/**
 * Runs the cases of the suite in a document and returns the problems. If the suite is invalid, runs
 * no case.
 */
async function runSuite(file: string, document: ManifestDocument, tally: SuiteTally): Promise<readonly DocumentProblem[]> {
  const suite = await readSuite(document, {
    readText: (path) => readInputText(besideSuite(file, path)),
    readPolicyFiles: (path) => readPolicyFiles(besideSuite(file, path)),
  });
  if (!suite.ok) return suite.error;
  const validate = createValidate(rules, suite.value.policy);
  const results = suite.value.cases.map((each) => runCase(each, file, validate));
  for (const result of results) tally.cases.push(result);
  return results.flatMap(({ crashes }) => crashes);
}

/**
 * Returns the path of a file that a suite names. A relative path starts at the directory of the
 * suite.
 */
function besideSuite(suite: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(suite), path);
}
