import { Command } from "commander";
import { nearestName } from "../format/nearest-name.ts";
import { examples } from "./examples.ts";
import { UsageError } from "./usage-error.ts";

/** `lease-guard help …`, and what runs when the first word is no command: commander's own follows one word, and says nothing of a mistake. */
export function helpCommand(): Command {
  return new Command("help")
    .description("describe a command")
    .argument("[command...]", "the words that name it")
    .allowUnknownOption()
    .addHelpText(
      "after",
      examples((name) => [`${name} help check`, `${name} help certs generate`]),
    )
    .action((words: readonly string[], _flags: unknown, { parent }: Command) => {
      if (parent === null) throw new TypeError("help is a command of a program");
      words.reduce(subcommand, parent).outputHelp();
    });
}

function subcommand(command: Command, word: string): Command {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const found = commands.find((each) => each.name() === word);
  if (found !== undefined) return found;
  const isOption = word.startsWith("-");
  const names = isOption ? help.visibleOptions(command).map(({ long }) => long ?? "") : commands.map((each) => each.name());
  const meant = nearestName(word, names);
  const mistake = `unknown ${isOption ? "option" : "command"} '${word}'`;
  throw new UsageError(meant === undefined ? mistake : `${mistake} (Did you mean ${meant}?)`);
}
