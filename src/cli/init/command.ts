import { Command } from "commander";
import { examples } from "../../terminal/help.ts";

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
