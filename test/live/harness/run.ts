import { execFile } from "node:child_process";

/**
 * The outcome of a program. Status 0 is success. Status null means that a signal ended the program.
 */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The directory, environment, and standard input of a program. By default, the program gets the
 * directory and environment of the tests, and an empty input.
 */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
}

/**
 * Runs a program and returns its outcome when it has ended. A failed program also has an outcome.
 * Throws only if the program cannot be started.
 */
export function run(
  command: string,
  args: readonly string[],
  { env = process.env, stdin = "", cwd }: RunOptions = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { env, cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && child.pid === undefined) reject(error);
      else resolve({ status: child.exitCode, stdout, stderr });
    });
    child.stdin?.on("error", () => undefined); // a program may end before it has read its whole input
    child.stdin?.end(stdin);
  });
}

/**
 * Runs a program and returns its stdout. If the program fails, throws an error with the stderr of
 * the program.
 */
export async function mustRun(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { status, stdout, stderr } = await run(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: exit status ${status}\n${stderr}`);
  return stdout;
}
