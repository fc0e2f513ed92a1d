import type { Command } from "commander";
import { closestName } from "../core/text/closest-name.ts";

const usualNames: Readonly<Record<string, string>> = {
  lint: "check",
  validate: "check",
  verify: "check",
  "--format": "--output",
  "--watch": "--for",
};

/**
 * Returns the name that the user of an unknown command or flag probably means: the equivalent of a
 * name in similar programs, or else the command line in `lines` that ends with the unknown name, or
 * else the most similar name.
 */
export function meantName(
  unknown: string,
  names: readonly string[],
  lines: readonly string[] = [],
): string | undefined {
  const usual = Object.hasOwn(usualNames, unknown) ? usualNames[unknown] : undefined;
  if (usual !== undefined && names.includes(usual)) return usual;
  return lines.find((line) => line.endsWith(` ${unknown}`)) ?? closestName(unknown, names);
}

/** Returns the command line of each visible command, such as `lease-guard policy show`. */
export function commandLines(program: Command): readonly string[] {
  const below = program.createHelp().visibleCommands(program);
  const lines = (commands: readonly Command[], start: string) => commands.map((each) => `${start} ${each.name()}`);
  return [
    ...lines(below, program.name()),
    ...below.flatMap((each) => lines(each.commands, `${program.name()} ${each.name()}`)),
  ];
}

/** Returns the suggestion at the end of an error message, or "" if `meant` is undefined. */
export function suggestion(meant: string | undefined): string {
  return meant === undefined ? "" : ` (Did you mean ${meant}?)`;
}
