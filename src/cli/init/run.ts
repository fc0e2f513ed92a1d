import { lstatSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { shellQuote } from "../../core/text/shell-quote.ts";
import { mustBeWritable } from "../../core/text/system-error.ts";
import { UsageError } from "../../terminal/errors.ts";
import { print } from "../../terminal/output.ts";
import { makeDirectory } from "../../terminal/report-file.ts";
import { policyTemplate, suiteTemplate, workflowTemplate } from "./templates.ts";

/**
 * Runs `lease-guard init`. `name` is the name of the program in the printed commands. Throws a
 * usage error if one of the files already exists, and then writes none. Also throws a usage error
 * if a file cannot be written.
 */
export function initialize(directory: string, name: string): void {
  const files = Array.from(starterFiles, ([path, text]) => ({ file: join(directory, path), text }));
  const existing = files.map(({ file }) => file).filter(exists);
  const them = existing.length === 1 ? "it" : "them";
  if (existing.length > 0)
    throw new UsageError(`${existing.join(", ")} must not exist; move or delete ${them}, or name another directory`);
  for (const { file, text } of files) {
    writeNew(file, text);
    print(`wrote ${file}\n`);
  }
  const commands = nextCommands(name, (path) => shellWord(normalize(join(directory, path))));
  print(`\nNext, run these commands:\n${commands.map((command) => `  ${command}\n`).join("")}`);
}

/** Reports whether a path exists. */
function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new UsageError(`${file} ${mustBeWritable(error)}`);
  }
}

/**
 * Creates a file and its directory. Throws a usage error if the file exists or cannot be written.
 */
function writeNew(file: string, text: string): void {
  makeDirectory(dirname(file));
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    throw new UsageError(`${file} ${mustBeWritable(error)}`);
  }
}

/**
 * Quotes a path with special characters for a shell. Adds `./` to a path that starts with a hyphen,
 * because commands would read the path as a flag.
 */
function shellWord(path: string): string {
  return shellQuote(path.startsWith("-") ? `./${path}` : path);
}

export const starterFiles: ReadonlyMap<string, string> = new Map([
  ["policy.yaml", policyTemplate],
  ["policy-tests/leader-election.yaml", suiteTemplate],
  [".github/workflows/lease-guard.yml", workflowTemplate],
]);

/**
 * Returns the commands to run after `init`. `name` is the name of the program. `pathOf` converts a
 * path in the repository to a word of a command.
 */
function nextCommands(name: string, pathOf: (path: string) => string): readonly string[] {
  return [
    `${name} check --policy ${pathOf("policy.yaml")} ${pathOf(".")}`,
    `${name} policy check ${pathOf("policy.yaml")}`,
    `${name} test ${pathOf("policy-tests")}`,
  ];
}
