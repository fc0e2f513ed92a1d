import { type AddHelpTextContext, type Command, Option } from "commander";

/** The end of a command's help: lines that call the program by the name that started it. */
export function examples(lines: (name: string) => readonly string[]): (context: AddHelpTextContext) => string {
  return ({ command }) => {
    const shown = lines(rootOf(command).name()).map((line) => `  ${line}\n`);
    return `\nExamples:\n${shown.join("")}`;
  };
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

/** `-o`, with the formats of a command's `reports/reports.ts`; text is the default. */
export function outputOption(description: string, reports: object): Option {
  return new Option("-o, --output <format>", description).choices(Object.keys(reports)).default("text");
}
