import { Command, Option } from "commander";
import { examples } from "./examples.ts";
import { packageVersion } from "./package-version.ts";
import { print } from "./print.ts";

interface VersionFlags {
  readonly output: "text" | "json";
}

/** `lease-guard version`, the same as `--version`. */
export function versionCommand(): Command {
  return new Command("version")
    .description("print the version")
    .addOption(new Option("-o, --output <format>", "json adds Node's version").choices(["text", "json"]).default("text"))
    .addHelpText(
      "after",
      examples((name) => [`${name} version`, `${name} version -o json`]),
    )
    .action(({ output }: VersionFlags) => {
      const version = packageVersion();
      print(output === "json" ? `${JSON.stringify({ version, node: process.versions.node }, undefined, 2)}\n` : `${version}\n`);
    });
}
