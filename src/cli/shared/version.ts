import { Command, Option } from "commander";
import { kubernetesReleases } from "../../validate/kubernetes-release.ts";
import { examples } from "./help.ts";
import { print } from "./output.ts";
import { packageVersion } from "./package.ts";

interface VersionFlags {
  readonly output: "text" | "json";
}

/** `lease-guard version`, the same as `--version`. */
export function versionCommand(): Command {
  return new Command("version")
    .description("print the version")
    .addOption(
      new Option("-o, --output <format>", "json adds the versions of Node and of Kubernetes that are known")
        .choices(["text", "json"])
        .default("text"),
    )
    .addHelpText(
      "after",
      examples((name) => [`${name} version`, `${name} version -o json`]),
    )
    .action(({ output }: VersionFlags) => {
      const version = packageVersion();
      if (output === "text") return print(`${version}\n`);
      const facts = { version, node: process.versions.node, kubernetes: kubernetesReleases };
      print(`${JSON.stringify(facts, undefined, 2)}\n`);
    });
}
