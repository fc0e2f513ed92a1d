import { Command, InvalidArgumentError } from "commander";
import { ageText } from "../core/text/duration.ts";
import { defaultAdministrators } from "../policy/policy.ts";
import { collect, once, parseDelay, parseMoment, parsePeriod } from "../terminal/flags.ts";
import { examples, parsedOption } from "../terminal/help.ts";
import { withClusterFlags } from "../terminal/with-cluster-flags.ts";
import { defaultWarnMs } from "./periods.ts";
import type { LearnFlags } from "./run.ts";

export function learnCommand(): Command {
  const command = new Command("learn")
    .description("learn a policy from recorded writes")
    .argument("[file...]", "files written by serve --record, files with an AdmissionReview per line, or audit logs")
    .option("-o, --output <file>", "file for the policy; merges into an existing file (default: standard output)", once)
    .option(
      "--merge <policy-file>",
      "earlier policy in a file other than --output; keeps the entries that a person wrote or changed",
    )
    .option(
      "--administrators <name>",
      `group of administrators, or user:NAME; can be repeated (default: ${defaultAdministrators.groups.join(", ")})`,
      collect,
    )
    .option(
      "--now <time>",
      "time from which the dates of the policy count, if it is later than the last write (default: now)",
      parseMoment,
    )
    .option(
      "--warn-for <duration>",
      `time from --now for which the learned entries only warn, such as 30d or 36h; replaces the dates of earlier entries that no person changed (default: ${ageText(defaultWarnMs)})`,
      parsePeriod,
    )
    .addOption(
      parsedOption(
        "--hold-back <percent>",
        "percentage of the writes, taken from the end, that test a policy learned from the other writes",
        parsePercent,
        "20",
      ),
    )
    .option(
      "--fences",
      "also learn which resources only the leader of an election writes, from audit logs that contain all writes of service accounts",
    )
    .option("--watch <duration>", "read the Leases of a live cluster for this time, instead of files", parseDelay);
  return withClusterFlags(command)
    .addHelpText(
      "after",
      examples((name) => [
        `${name} learn reviews.jsonl -o policy.yaml`,
        `${name} learn audit.log --merge policy.yaml > new-policy.yaml`,
        `${name} learn audit.log --fences -o policy.yaml`,
        `${name} learn --watch 1h > policy.yaml`,
      ]),
    )
    .action(async (files: readonly string[], flags: LearnFlags) => {
      const { runLearn } = await import("./run.ts");
      process.exitCode = await runLearn(files, flags);
    });
}

function parsePercent(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError("must be a number from 0 to 99");
  return Number(text) / 100;
}
