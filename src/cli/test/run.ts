import { dirname, isAbsolute, join } from "node:path";
import { isUnreadable, type ManifestDocument } from "../../manifest/document.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import type { Problem } from "../../report/result.ts";
import { sourceExcerpt } from "../../report/source-excerpt.ts";
import { rules } from "../../rules/index.ts";
import type { Position } from "../../text/position.ts";
import { createValidate } from "../../validate/validate.ts";
import { rulePage } from "../rules/page.ts";
import { oneLine, UsageError } from "../shared/errors.ts";
import { type Input, readInput, readInputs, unreadProblem } from "../shared/inputs.ts";
import { print } from "../shared/output.ts";
import { packageVersion } from "../shared/package.ts";
import { policyFormat } from "../shared/policy-file.ts";
import { sourceLines } from "../shared/source-lines.ts";
import { wantsColor } from "../shared/terminal.ts";
import type { ReadText } from "./read-object.ts";
import { isSuite, readSuite } from "./read-suite.ts";
import { type SuiteReportFormat, suiteReports } from "./reports/reports.ts";
import { hasPassed, type SuiteRun } from "./reports/run.ts";
import { type CaseResult, runCase } from "./run-case.ts";

interface Tally extends SuiteRun {
  readonly cases: CaseResult[];
  readonly problems: Problem[];
  files: number;
}

/** Runs every suite, reports, and returns the exit code. Other documents of the files are left alone: policies and objects stand beside suites. */
export async function runTests(paths: readonly string[], output: SuiteReportFormat): Promise<number> {
  const tally: Tally = { cases: [], problems: [], files: 0 };
  for await (const input of readInputs(paths)) {
    if ("fault" in input) tally.problems.push(unreadProblem(input));
    else if (await runSuites(input, tally)) tally.files++;
    else if (paths.includes(input.file)) tally.problems.push({ ...unreadProblem({ ...input, fault: noSuite }), unread: true });
  }
  for (const { file, message, unread } of tally.problems) {
    if (unread) process.stderr.write(`error: ${oneLine(`${file} ${message}`)}\n`);
  }
  if (tally.files === 0 && tally.problems.length === 0) throw new UsageError(`${paths.join(", ")} ${noSuite}`);
  print(suiteReports[output](tally, { version: packageVersion(), color: wantsColor(), rulePage }));
  if (tally.problems.length > 0) return 2;
  return tally.cases.every(hasPassed) ? 0 : 1;
}

const noSuite = "must contain a Suite of test.lease-guard.dev/v1alpha1";

/** True when there was one, or what may have been one. */
async function runSuites(input: Input, tally: Tally): Promise<boolean> {
  const lineAt = sourceLines(input.text);
  const tell = ({ line, column }: Position, message: string) => {
    const source = lineAt(line);
    tally.problems.push({
      file: input.file,
      line,
      column,
      message,
      ...(source !== undefined && { excerpt: sourceExcerpt(source, column) }),
    });
  };
  let found = false;
  for await (const read of readDocuments(input.text)) {
    if (isUnreadable(read)) tell(read.position, read.message);
    else if (isSuite(read.value)) await runSuite(input.file, read, tally, tell);
    else continue;
    found = true;
  }
  return found;
}

async function runSuite(
  file: string,
  document: ManifestDocument,
  tally: Tally,
  tell: (position: Position, message: string) => void,
): Promise<void> {
  const suite = await readSuite(document, besides(file));
  if (!("policy" in suite)) {
    for (const fault of suite) tell(fault, fault.message);
    return;
  }
  const validate = createValidate(rules, suite.policy);
  for (const each of suite.cases) tally.cases.push(runCase(each, file, validate));
}

/** Reads what a suite names, from its own folder on. */
function besides(suite: string): ReadText {
  return async (path, kind) => {
    const file = isAbsolute(path) ? path : join(dirname(suite), path);
    const read = await (kind === "policy" ? readInput(file, policyFormat) : readInput(file));
    return "fault" in read ? read : read.text;
  };
}
