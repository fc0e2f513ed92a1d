import { Command } from "commander";
import { collect } from "../terminal/flags.ts";
import { examples } from "../terminal/help.ts";
import { reportsOption } from "../terminal/reports-option.ts";
import { withClusterFlags } from "../terminal/with-cluster-flags.ts";
import { accessReports } from "./reports/reports.ts";
import type { AccessFlags } from "./run.ts";

export function accessCommand(): Command {
  return withClusterFlags(new Command("access"))
    .description("show who may write each Lease, by which binding, and who does")
    .option(
      "-f, --filename <path>",
      "manifests, or the output of kubectl get, to read instead of a cluster; - for standard input; can be repeated",
      collect,
    )
    .option(
      "--recording <file>",
      "file written by serve --record, or an audit log, that shows which users write; - for standard input; can be repeated",
      collect,
    )
    .option(
      "--config <file>",
      "settings file with more programs for -f (default: .lease-guard.yaml in this directory, or above it in the repository)",
    )
    .option("--no-config", "read no settings file")
    .addOption(
      reportsOption(
        "text, JSON as described by lease-guard schema Access, or the smallest role of each election in -f",
        accessReports,
      ),
    )
    .addHelpText(
      "after",
      examples((name) => [
        `${name} access`,
        `${name} access -n kube-system`,
        `helm template my-operator charts/my-operator -n my-operator | ${name} access -f - -o role`,
      ]),
    )
    .action(async (flags: AccessFlags) => {
      const { runAccess } = await import("./run.ts");
      process.exitCode = await runAccess(flags);
    });
}
