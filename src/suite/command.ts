import { Command } from "commander";
import { examples } from "../terminal/help.ts";
import { reportsOption } from "../terminal/reports-option.ts";
import { suiteReports } from "./reports/reports.ts";
import type { TestFlags } from "./run.ts";

export function testCommand(): Command {
  return new Command("test")
    .description("run policy test suites")
    .argument(
      "<path...>",
      "files and directories with suites, patterns such as '**/*.suite.yaml', or - for standard input",
    )
    .addOption(reportsOption("report to write", suiteReports))
    .option("--run <string>", "run only cases whose name contains this string; exit with 2 if there is none")
    .option("--watch", "run again each time a suite or a file that it names changes, until Ctrl+C; text only")
    .option("-v, --verbose", "in text, also list the rules that could not compare objects in passed cases")
    .option("-q, --quiet", "print only failed cases and errors")
    .addHelpText(
      "after",
      examples((name) => [
        `${name} test policy-tests/`,
        `${name} test --watch --run 'held lease' policy-tests/`,
        `${name} test -o junit policy-tests/controller.yaml > results.xml`,
        `${name} schema Suite`,
      ]),
    )
    .action(async (paths: readonly string[], flags: TestFlags) => {
      const { runTests } = await import("./run.ts");
      process.exitCode = await runTests(paths, flags);
    });
}
