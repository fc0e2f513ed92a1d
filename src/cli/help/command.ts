import { Command } from "commander";
import { UsageError } from "../../terminal/errors.ts";
import { examples } from "../../terminal/help.ts";
import { commandLines, meantName, suggestion } from "../../terminal/usual-names.ts";

/**
 * Defines `lease-guard help …`. If the first word is not a command, this command runs, too. Unlike
 * commander's own help command, `help` accepts several words and reports an unknown word.
 */
export function helpCommand(): Command {
  return new Command("help")
    .description("show the help of a command")
    .argument("[command...]", "the command and its subcommand")
    .allowUnknownOption()
    .addHelpText(
      "after",
      examples((name) => [`${name} help check`, `${name} help certs generate`]),
    )
    .action((words: readonly string[], _flags: unknown, { parent }: Command) => {
      if (parent === null) throw new TypeError("help is a command of a program");
      words.reduce((command, word) => subcommand(command, word, parent), parent).outputHelp();
    });
}

function subcommand(command: Command, word: string, program: Command): Command {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const found = commands.find((each) => each.name() === word);
  if (found !== undefined) return found;
  const isOption = word.startsWith("-");
  const names = isOption
    ? help.visibleOptions(command).map(({ long }) => long ?? "")
    : commands.map((each) => each.name());
  const meant = meantName(word, names, commandLines(program));
  throw new UsageError(`unknown ${isOption ? "option" : "command"} '${word}'${suggestion(meant)}`);
}
