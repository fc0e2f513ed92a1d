import type { Argument, Command, Option } from "commander";
import { userExtraPrefixes } from "../../check/flags.ts";
import { rules } from "../../rules/index.ts";
import { explainedIds } from "../rules/explanation.ts";
import { publishedKinds } from "../schema/schema-files.ts";

/** A candidate for the last word of a command line. All shells except bash show the description. */
interface Candidate {
  readonly value: string;
  readonly description?: string;
}

interface Candidates {
  readonly values: readonly Candidate[];
  /** True if the shell also completes file names. */
  readonly files?: true;
}

/**
 * Returns a line for each candidate for the last of `words`, and then a line with a directive.
 * cobra and kubectl use the same directives. `:0` means that the shell also completes file names,
 * and `:4` means that the shell does not.
 */
export function complete(program: Command, words: readonly string[]): string {
  const { values, files } = candidates(program, words.slice(0, -1), words.at(-1) ?? "");
  const lines = values.map(({ value, description }) =>
    description === undefined ? value : `${value}\t${description}`,
  );
  return `${[...lines, files ? ":0" : ":4"].join("\n")}\n`;
}

function candidates(program: Command, before: readonly string[], word: string): Candidates {
  const { values, ...rest } = offered(before.reduce(readWord, { command: program, operands: 0 }), word);
  return { values: values.filter(({ value }) => value.startsWith(word)), ...rest };
}

function offered({ command, operands, open }: ReadWords, word: string): Candidates {
  if (open !== undefined) return argumentValues(open, word);
  const [, flag, value = ""] = /^(--[^=]+)=(.*)$/.exec(word) ?? [];
  if (flag !== undefined) return prefixed(`${flag}=`, argumentValues(findOption(command, flag), value));
  return word.startsWith("-") && word !== "-" ? { values: options(command) } : operandValues(command, operands);
}

/** The command before the last word, and the number of its operands before the last word. */
interface ReadWords {
  readonly command: Command;
  readonly operands: number;
  /** The option that takes the last word as its value. */
  readonly open?: Option;
}

function readWord({ command, operands, open }: ReadWords, word: string): ReadWords {
  if (open !== undefined) return { command, operands };
  if (word.startsWith("-") && word !== "-") {
    const option = findOption(command, word);
    return option?.required ? { command, operands, open: option } : { command, operands };
  }
  const subcommand = operands === 0 ? visibleCommands(command).find((each) => each.name() === word) : undefined;
  return subcommand === undefined ? { command, operands: operands + 1 } : { command: subcommand, operands: 0 };
}

function findOption(command: Command, flag: string): Option | undefined {
  return command.options.find(({ short, long }) => flag === short || flag === long);
}

function visibleCommands(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

function options(command: Command): readonly Candidate[] {
  const visible = command.createHelp().visibleOptions(command);
  return visible.flatMap(({ long, description }) => (long === undefined ? [] : [{ value: long, description }]));
}

function operandValues(command: Command, operands: number): Candidates {
  const topics = command.name() === "help" ? visibleCommands(command.parent ?? command) : visibleCommands(command);
  if (operands === 0 && topics.length > 0)
    return { values: topics.map((each) => ({ value: each.name(), description: each.description() })) };
  const last = command.registeredArguments.at(-1);
  return argumentValues(command.registeredArguments[operands] ?? (last?.variadic ? last : undefined), "");
}

function prefixed(flag: string, { values, ...rest }: Candidates): Candidates {
  return { values: values.map(({ value, ...more }) => ({ value: `${flag}${value}`, ...more })), ...rest };
}

/**
 * Lists the values of an argument or an option. Uses its choices or, without choices, its name in
 * the help text. If this name ends in `[=file]`, a file name can follow a choice.
 */
function argumentValues(argument: Argument | Option | undefined, word: string): Candidates {
  if (argument === undefined) return { values: [] };
  const name = "flags" in argument ? /<(.*)>/.exec(argument.flags)?.[1] : argument.name();
  if (name?.endsWith("[=file]") && word.includes("=")) return { values: [], files: true };
  if (argument.argChoices !== undefined) return { values: argument.argChoices.map((value) => ({ value })) };
  switch (name) {
    case "rule":
      return { values: rules.map(({ id, description }) => ({ value: id, description })) };
    case "id":
      return { values: explainedIds().map((value) => ({ value })) };
    case "kind":
      return { values: publishedKinds().map((value) => ({ value })) };
    case "key=value":
      return { values: userExtraPrefixes.map((value) => ({ value })) };
    case "file":
    case "policy-file":
    case "reviews-file":
    case "dir":
    case "path":
      return { values: [], files: true };
    default:
      return { values: [] };
  }
}
