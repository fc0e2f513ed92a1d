import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Ended, expectNewBuild, main } from "./cli.ts";

/** Runs commands in turn. Only for commands that leave no timer, listener, or stream behind. */
export interface OneProcess {
  readonly run: (args: readonly string[], cwd?: string) => Promise<Ended>;
  readonly end: () => void;
}

/** The time limit of a command on a busy machine. */
const limitMs = 30_000;

/** The first argument is the file of the bundle with the function `run`. */
const program = `
const { run } = require(process.argv[1]);
process.on("message", async ({ args, cwd }) => {
  process.chdir(cwd);
  process.exitCode = undefined;
  process.send(await run([process.execPath, "lease-guard", ...args]));
});`;

/**
 * Starts a process that loads the built command line once, with the given environment. Standard
 * input is empty, and the output goes to files. A command that ends the process ends only its own
 * run, because the next command starts a new process.
 */
export function oneProcess(env: NodeJS.ProcessEnv = process.env): OneProcess {
  expectNewBuild();
  const [, chunk = ""] = /require\("(\.\/run\d*\.js)"\)/.exec(readFileSync(main, "utf8")) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-output-"));
  const [out, err] = [join(folder, "out"), join(folder, "err")];
  const files = [openSync(out, "a"), openSync(err, "a")] as const;
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, ["-e", program, join(dirname(main), chunk)], {
      env,
      stdio: ["ignore", ...files, "ipc"],
    });
    // A test that fails can leave the process idle.
    child.unref();
    child.channel?.unref();
    return child;
  };
  let child = start();
  let last: Promise<unknown> = Promise.resolve();

  async function run(args: readonly string[], cwd: string): Promise<Ended> {
    if (child.exitCode !== null || child.signalCode !== null) child = start();
    for (const file of files) ftruncateSync(file);
    child.send({ args, cwd });
    const { code, signal } = await ended(child);
    return { code, signal, stdout: readFileSync(out, "utf8"), stderr: readFileSync(err, "utf8") };
  }

  return {
    run: (args, cwd = process.cwd()) => {
      const next = last.then(() => run(args, cwd));
      last = next.catch(() => undefined);
      return next;
    },
    end: () => {
      child.kill("SIGKILL");
      for (const file of files) closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Resolves with the exit code of a command, or with the end of the process. */
function ended(child: ChildProcess): Promise<Pick<Ended, "code" | "signal">> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(timer);
      child.removeAllListeners("message").removeAllListeners("exit");
      resolve({ code, signal });
    };
    child.once("message", (code) => end(Number(code), null)).once("exit", end);
  });
}
