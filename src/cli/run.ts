import { CommanderError } from "commander";
import { UsageError, usageError } from "../terminal/errors.ts";
import { printError, printMessage } from "../terminal/output.ts";
import { CommandLineError, createProgram, suggested, withCommand } from "./program.ts";

/**
 * Runs one command and resolves with its exit code. The code is 2 for an error that the user must
 * fix. Otherwise, the command decides the code. If a bug causes an exception, the promise rejects,
 * and Node.js exits with 1.
 */
export async function run(args: readonly string[]): Promise<number> {
  const argv = withCommand(args);
  try {
    const program = await createProgram(argv[2]);
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommandLineError) {
      printMessage(await suggested(error));
      return 2;
    }
    // commander has already printed a help text. Its exit code for help and version is 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const usage = usageError(error);
    if (!(usage instanceof UsageError)) throw error;
    printError(usage.message);
    return 2;
  }
}
