import { execFile } from "node:child_process";

/** How a finished program ended: status 0 is success, null a death by signal. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The surroundings of a program: those of the tests, and an empty stdin, unless told. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
}

/** Runs a program to its end; its failure is a value, only a program that cannot be started throws. */
export function run(command: string, args: readonly string[], { env = process.env, stdin = "", cwd }: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { env, cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && child.pid === undefined) reject(error);
      else resolve({ status: child.exitCode, stdout, stderr });
    });
    child.stdin?.on("error", () => undefined); // a program may end before it has read everything
    child.stdin?.end(stdin);
  });
}

/** Like `run`, for a program whose failure would spoil everything after it: throws with what it wrote on stderr. */
export async function mustRun(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { status, stdout, stderr } = await run(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: exit status ${status}\n${stderr}`);
  return stdout;
}
