import { Command } from "commander";
import { kubernetesVersions } from "../../core/api/kubernetes-version.ts";
import { examples, outputOption } from "../../terminal/help.ts";
import { print } from "../../terminal/output.ts";
import { packageVersion } from "../../terminal/package.ts";

interface VersionFlags {
  readonly output: keyof typeof versionFormats;
}

/** Defines `lease-guard version`. Without `-o`, the command prints the same as `--version`. */
export function versionCommand(): Command {
  return new Command("version")
    .description("print the version")
    .addOption(
      outputOption(
        "text, or JSON, which also contains the Node.js version and the known Kubernetes versions",
        versionFormats,
      ),
    )
    .addHelpText(
      "after",
      examples((name) => [`${name} version`, `${name} version -o json`]),
    )
    .action(({ output }: VersionFlags) => print(`${versionFormats[output](packageVersion())}\n`));
}

const versionFormats = {
  text: (version: string): string => version,
  json: (version: string): string =>
    JSON.stringify({ version, node: process.versions.node, kubernetes: kubernetesVersions }, undefined, 2),
};
