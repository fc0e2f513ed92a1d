import { CommanderError } from "commander";
import { createProgram } from "./program.ts";
import { oneLine, UsageError } from "./shared/errors.ts";

/** Runs one command and resolves with its exit code. 0, or what a command says of its findings: done. 1: a bug of ours. 2: a flag, a file or a port that the user must mend. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // commander has said what it has to say; its own code for help and version is 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`error: ${oneLine(error.message)}\n`);
    return 2;
  }
}
