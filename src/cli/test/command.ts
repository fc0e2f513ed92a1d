import { Command, Option } from "commander";
import { examples } from "../shared/help.ts";
import type { SuiteReportFormat } from "./reports/reports.ts";

/** What `-o` takes, in the order help lists them. */
const formats: readonly SuiteReportFormat[] = ["text", "json", "junit", "tap"];

/** `lease-guard test`: 0 when every case passes, 1 when one fails, 2 for what could not be run. */
export function testCommand(): Command {
  return new Command("test")
    .description("run the cases of suites: what a policy makes of a write")
    .argument("<path...>", "files and directories with suites, patterns such as '**/*.suite.yaml', or - for standard input")
    .addOption(new Option("-o, --output <format>", "a report for people, or for programs").choices(formats).default("text"))
    .addHelpText(
      "after",
      examples((name) => [
        `${name} test policy-tests/`,
        `${name} test -o junit policy-tests/controller.yaml > results.xml`,
        `${name} schema Suite`,
      ]),
    )
    .action(async (paths: readonly string[], { output }: { readonly output: SuiteReportFormat }) => {
      const { runTests } = await import("./run.ts");
      process.exitCode = await runTests(paths, output);
    });
}
