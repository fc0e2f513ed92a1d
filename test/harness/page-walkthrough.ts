import { readFileSync } from "node:fs";

/**
 * A command on a page, and the output that the page shows. The warnings at its beginning are the
 * standard error.
 */
interface PageCommand {
  readonly command: string;
  readonly stderr: string;
  readonly stdout: string;
}

/** The files that a page lets its readers create, and the commands that use these files. */
export interface Walkthrough {
  readonly files: ReadonlyMap<string, string>;
  readonly commands: readonly PageCommand[];
}

/**
 * Reads the YAML blocks of a page, each with the file name before the block, and the console blocks
 * with one command.
 */
export function readWalkthrough(path: string): Walkthrough {
  const page = readFileSync(path, "utf8");
  const blocks = page.matchAll(/`([a-z]+\.yaml)`:?\n\n```yaml\n(.*?)```/gs);
  const commands = page.matchAll(/```console\n\$ ([^\n]*)\n((?:warning: [^\n]*\n)*)(.*?)```/gs);
  return {
    files: new Map([...blocks].map(([, name = "", text = ""]) => [name, text])),
    commands: [...commands].map(([, command = "", stderr = "", stdout = ""]) => ({ command, stderr, stdout })),
  };
}
