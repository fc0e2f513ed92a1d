import { Command } from "commander";
import { examples } from "../shared/help.ts";

/**
 * Defines `lease-guard init`. The exit code is 2 if one of the files already exists or cannot be
 * written, and 0 otherwise.
 */
export function initCommand(): Command {
  return new Command("init")
    .description("write a first policy, its tests, and a CI workflow")
    .argument("[dir]", "root directory of the repository", ".")
    .addHelpText(
      "after",
      examples((name) => [`${name} init`, `${name} init deploy`]),
    )
    .action(async (directory: string, _flags: object, { parent }: Command) => {
      const { initialize } = await import("./run.ts");
      initialize(directory, parent?.name() ?? "lease-guard");
    });
}
