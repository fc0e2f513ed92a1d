import { type AddHelpTextContext, type Command, Option } from "commander";
import type { Severity } from "../core/field/severity.ts";
import { failingModes } from "./failing-modes.ts";
import { chooseColor } from "./output.ts";

/**
 * Returns a function that creates the examples at the end of a command's help text. `lines` returns
 * the examples. Its argument is the name of the program: `lease-guard` or `kubectl lease-guard`.
 */
export function examples(lines: (name: string) => readonly string[]): (context: AddHelpTextContext) => string {
  return ({ command }) => {
    const shown = lines(rootOf(command).name()).map((line) => `  ${line}\n`);
    return `\nExamples:\n${shown.join("")}`;
  };
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

export const policyFlag = [
  "--policy <path>",
  "policy file or directory, as in lease-guard serve --policy (default: profile default)",
] as const;

/** Defines the flag `--fail-on` without a default. */
export function failOnOption(description: string): Option {
  return new Option("--fail-on <mode>", description).choices(failingModes);
}

/** Defines the flag `--fail-on` for severities. The default is `error`. */
export function failOnSeverityOption(choices: readonly (Severity | "never")[]): Option {
  return new Option("--fail-on <severity>", "lowest severity that causes exit code 1")
    .choices(choices)
    .default("error" satisfies Severity);
}

/**
 * Defines a flag whose value `parse` converts. `text` is the default value in the form in which a
 * user writes it.
 */
export function parsedOption<T>(flags: string, description: string, parse: (text: string) => T, text: string): Option {
  return new Option(flags, description).argParser(parse).default(parse(text), text);
}

export function withColor(command: Command): Command {
  return command
    .option("--color", "print colors, even in a pipe (default: on a terminal)")
    .option("--no-color", "print no colors")
    .hook("preAction", () => chooseColor(command.opts<{ readonly color?: boolean }>().color));
}
