import { Command, Option } from "commander";
import { severities } from "../../core/field/severity.ts";
import { parseDelay } from "../../terminal/flags.ts";
import { examples, failOnSeverityOption } from "../../terminal/help.ts";
import { reportsOption } from "../../terminal/reports-option.ts";
import { withSourceFlags } from "../source-flags.ts";
import type { ElectionsFlags } from "./flags.ts";
import { electionsReports } from "./reports/reports.ts";

export function electionsCommand(): Command {
  return withSourceFlags(new Command("elections"))
    .description("show who leads each election of a cluster, and which elections have no leader")
    .addOption(
      new Option(
        "--renew-deadline <duration>",
        "renew deadline of these clients, such as 10s; with --retry-period, shows what the settings tolerate",
      ).argParser(parseDelay),
    )
    .option("--guarantee", "show for each election whether two clients can lead at the same time, and why")
    .addOption(
      new Option(
        "--clock-skew <duration>",
        "largest difference between two clocks, such as 2s, with --guarantee",
      ).argParser(parseDelay),
    )
    .addOption(
      new Option(
        "--write-latency <duration>",
        "longest time of a successful attempt to renew or to acquire, with up to three requests, such as 1s, with --guarantee",
      ).argParser(parseDelay),
    )
    .option(
      "--no-release-on-cancel",
      "state that no client uses ReleaseOnCancel; requires --guarantee, --renew-deadline, and --retry-period",
    )
    .option("--fences", "show which elections are fenced, in which mode, and how many writes the fences refused")
    .addOption(
      new Option("-w, --watch", "read again until Ctrl+C; text only").conflicts([
        "for",
        "recording",
        "renewDeadline",
        "guarantee",
      ]),
    )
    .addOption(failOnSeverityOption([...severities, "never"]))
    .addOption(reportsOption("report to write, JSON as described by lease-guard schema Elections", electionsReports))
    .addHelpText(
      "after",
      examples((name) => [
        `${name} elections`,
        `${name} elections -n kube-system --watch`,
        `${name} elections --all-contexts`,
        `${name} elections --for 5m --retry-period 2s --renew-deadline 10s`,
        `${name} elections --guarantee --clock-skew 2s --write-latency 1s`,
      ]),
    )
    .action(async (flags: ElectionsFlags) => {
      const { runElections } = await import("./run.ts");
      process.exitCode = await runElections(flags);
    });
}
