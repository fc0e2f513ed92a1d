import type { Command } from "commander";
import { expect, it } from "vitest";
import { complete } from "../../../src/cli/completion/candidates.ts";
import { createProgram } from "../../../src/cli/program.ts";

/** The names in the help text of the values that shell completion cannot suggest. */
const unlisted: ReadonlySet<string> = new Set([
  ...["name", "names", "pattern", "string", "time", "duration", "percent", "count", "size", "suites"],
  ...["host:port", "port", "ip", "address", "version", "group/version"],
  "command",
]);

/** The words before a value, and the name of the value in the help text. */
type Value = readonly [words: readonly string[], name: string];

/** Returns the values of the arguments and options of all commands. */
function valuesOf(command: Command, words: readonly string[] = []): readonly Value[] {
  const operands = command.registeredArguments.map(
    (argument, index): Value => [[...words, ...Array(index).fill("a")], argument.name()],
  );
  const flags = command.options.flatMap(({ long, flags: text }): readonly Value[] => {
    const [, name] = /<(.*)>/.exec(text) ?? [];
    return long == null || name === undefined ? [] : [[[...words, long], name]];
  });
  const subcommands = command.createHelp().visibleCommands(command);
  return [...operands, ...flags, ...subcommands.flatMap((each) => valuesOf(each, [...words, each.name()]))];
}

const program = await createProgram();

it.each(valuesOf(program).filter(([, name]) => !unlisted.has(name)))("after %j, of %s, has candidates", (words) => {
  expect(complete(program, [...words, ""])).not.toBe(":4\n");
});
