import { Command } from "commander";
import { kubernetesVersions } from "../../core/api/kubernetes-version.ts";
import type { Report } from "../../report/report.ts";
import { examples } from "../../terminal/help.ts";
import { type ReportOutput, reportsOption } from "../../terminal/reports-option.ts";

interface VersionFlags {
  readonly output: readonly ReportOutput<keyof typeof versionFormats>[];
}

/** Defines `lease-guard version`. Without `-o`, the command prints the same as `--version`. */
export function versionCommand(): Command {
  return new Command("version")
    .description("print the version")
    .addOption(
      reportsOption(
        "text, or JSON, which also contains the Node.js version and the known Kubernetes versions",
        versionFormats,
      ),
    )
    .addHelpText(
      "after",
      examples((name) => [`${name} version`, `${name} version -o json`]),
    )
    .action(async ({ output }: VersionFlags) => {
      const { writeReports } = await import("../../terminal/write-reports.ts");
      await writeReports(versionFormats, output, undefined);
    });
}

type Loaded = Promise<Report<undefined>>;

const versionFormats = {
  text:
    async (): Loaded =>
    (_, { version }) =>
      `${version}\n`,
  json:
    async (): Loaded =>
    (_, { version }) =>
      `${JSON.stringify({ version, node: process.versions.node, kubernetes: kubernetesVersions }, undefined, 2)}\n`,
};
