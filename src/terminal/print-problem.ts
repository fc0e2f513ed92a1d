import type { Problem } from "../report/report.ts";
import { diagnosticBlock } from "../report/text-blocks.ts";
import { isTerminal, printUnread, stderr, wantsColor } from "./output.ts";

/** Prints a problem on standard error as one line. */
export function printProblem(problem: Problem): void {
  if (problem.unread) printUnread(problem);
  else {
    const { file, line, column, message } = problem;
    const place = isTerminal(stderr) ? problem : { file, line, column };
    process.stderr.write(diagnosticBlock(place, "error", message, { color: wantsColor(stderr) }));
  }
}
