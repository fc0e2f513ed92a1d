import { Argument, Command } from "commander";
import { examples } from "../shared/help.ts";
import { print } from "../shared/output.ts";
import { type Shell, shells } from "./scripts.ts";

/** `lease-guard completion`. */
export function completionCommand(): Command {
  return new Command("completion")
    .description("print a script that completes commands, flags and their values in a shell")
    .addArgument(new Argument("<shell>").choices(shells))
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

/** What the scripts ask at every TAB: the words so far, the last of them being the one to complete. */
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
