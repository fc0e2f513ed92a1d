import { Command } from "commander";
import { parseMoment } from "../terminal/flags.ts";
import { examples, failOnOption } from "../terminal/help.ts";
import { reportsOption } from "../terminal/reports-option.ts";
import { simulationReports } from "./reports/reports.ts";
import type { SimulateFlags } from "./run.ts";

/**
 * Defines `lease-guard simulate`. Denials and warnings change the exit code only with `--fail-on`.
 */
export function simulateCommand(): Command {
  return new Command("simulate")
    .description("replay recorded writes against a policy")
    .argument("<policy-file>", "policy file or directory")
    .argument(
      "<reviews-file>",
      "file written by serve --record, file with an AdmissionReview per line, or audit log; - for standard input",
    )
    .option("--against <path>", "policy file or directory to compare with, such as the active policy")
    .option(
      "--now <time>",
      "time at which to evaluate the dates of the policies (default: the time of each write)",
      parseMoment,
    )
    .addOption(failOnOption("lowest mode that causes exit code 1; with --against, only new outcomes count"))
    .addOption(
      reportsOption(
        "tables, JSON as described by lease-guard schema Simulation, or Markdown for a pull request",
        simulationReports,
      ),
    )
    .addHelpText(
      "after",
      examples((name) => [
        `${name} simulate policy.yaml reviews.jsonl`,
        `${name} simulate strict.yaml reviews.jsonl --against policy.yaml --fail-on deny`,
        `${name} simulate strict.yaml reviews.jsonl --against policy.yaml -o markdown > comment.md`,
      ]),
    )
    .action(async (policy: string, reviews: string, flags: SimulateFlags) => {
      const { runSimulation } = await import("./run.ts");
      process.exitCode = await runSimulation(policy, reviews, flags);
    });
}
