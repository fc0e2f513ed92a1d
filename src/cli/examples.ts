import type { AddHelpTextContext, Command } from "commander";

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
