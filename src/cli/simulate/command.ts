import { Command, Option } from "commander";
import { examples } from "../shared/help.ts";
import type { SimulateFlags } from "./run.ts";

/** `lease-guard simulate`: 0, or what `--fail-on` makes of the outcome. */
export function simulateCommand(): Command {
  return new Command("simulate")
    .description("tell what a policy would have made of recorded reviews")
    .argument("<policy-file>", "a Policy")
    .argument("<reviews-file>", "an AdmissionReview a line, or what serve --record has written; - for standard input")
    .option("--against <file>", "a Policy to compare with, such as the one in use")
    .addOption(
      new Option("--fail-on <mode>", "the least mode that makes the exit code 1; with --against only where it is new").choices([
        "deny",
        "warn",
      ]),
    )
    .addOption(
      new Option("-o, --output <format>", "tables, or what lease-guard schema Simulation describes")
        .choices(["text", "json"])
        .default("text"),
    )
    .addHelpText(
      "after",
      examples((name) => [
        `${name} simulate policy.yaml reviews.jsonl`,
        `${name} simulate strict.yaml reviews.jsonl --against policy.yaml --fail-on deny`,
      ]),
    )
    .action(async (policy: string, reviews: string, flags: SimulateFlags) => {
      const { runSimulation } = await import("./run.ts");
      process.exitCode = await runSimulation(policy, reviews, flags);
    });
}
