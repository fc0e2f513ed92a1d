import { type AddHelpTextContext, Command } from "commander";
import { closestName } from "../../text/closest-name.ts";
import { UsageError } from "./errors.ts";

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
  const meant = closestName(word, names);
  const mistake = `unknown ${isOption ? "option" : "command"} '${word}'`;
  throw new UsageError(meant === undefined ? mistake : `${mistake} (Did you mean ${meant}?)`);
}

/** The end of a command's help, made of lines that call the program by the name it was called by. */
export function examples(lines: (name: string) => readonly string[]): (context: AddHelpTextContext) => string {
  return ({ command }) => `\nExamples:\n${exampleLines(lines(rootOf(command).name()))}`;
}

function exampleLines(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join("");
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
