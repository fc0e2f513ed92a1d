import { Argument, Command } from "commander";
import { examples } from "../../terminal/help.ts";
import { print } from "../../terminal/output.ts";
import type { Shell } from "./scripts.ts";

export const shells: readonly Shell[] = ["bash", "zsh", "fish", "powershell"];

export function completionCommand(): Command {
  return new Command("completion")
    .description("print a script that completes commands, flags, and values in a shell")
    .addArgument(new Argument("<shell>", "shell to complete in").choices(shells))
    .addHelpText(
      "after",
      examples((name) => [
        `source <(${name} completion bash)`,
        `source <(${name} completion zsh)`,
        `${name} completion fish | source`,
        `${name} completion powershell | Out-String | Invoke-Expression`,
      ]),
    )
    .action(async (shell: Shell) => {
      const { completionScripts } = await import("./scripts.ts");
      print(completionScripts[shell]);
    });
}

/**
 * Defines `__complete`, which the completion scripts run each time the user presses TAB. The
 * arguments are the words of the command line after the name of the program. The command prints the
 * candidates for the last word.
 */
export function completeCommand(): Command {
  return new Command("__complete")
    .argument("[word...]")
    .helpOption(false)
    .action(async (words: readonly string[], _flags: unknown, { parent }: Command) => {
      if (parent === null) throw new TypeError("__complete is a command of a program");
      const { complete } = await import("./candidates.ts");
      print(complete(parent, words));
    });
}
