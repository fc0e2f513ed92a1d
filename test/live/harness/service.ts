import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { eventually } from "./eventually.ts";

/** A program that runs until a test stops it. */
export interface Service {
  /** The lines that the program has written on stdout so far. */
  readonly lines: readonly string[];
  /**
   * Waits until `ask` returns true. If the program ends first or exceeds the deadline, stops the
   * program and throws an error with the end of its stderr.
   */
  readonly ready: (ask: () => Promise<true | undefined>) => Promise<void>;
  /** Sends a signal to the program, such as SIGSTOP, which suspends it. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /**
   * Stops the program, and returns when the process has ended and its ports are free. Does nothing
   * if the process has already ended.
   */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** The arguments of a program, and the file for its stderr. */
export interface ServiceOptions {
  readonly args: readonly string[];
  /** The path of the file for stderr. */
  readonly log: string;
}

/**
 * The time limit in milliseconds until a program is ready. kube-apiserver needs 3 s on an idle
 * machine, and up to twenty times as long on a busy machine.
 */
const readyDeadlineMs = 60_000;

/**
 * The time limit in milliseconds until a program ends. kube-apiserver ends within a few seconds
 * after SIGTERM. A process that is still running after this time is killed.
 */
const stopDeadlineMs = 15_000;

/**
 * The number of characters from the end of stderr in an error message. A stack trace has fewer
 * characters.
 */
const complaintsLength = 3000;

/**
 * Returns a command that the kernel ends when the test process ends for any reason. Returns the
 * command unchanged on systems other than Linux.
 */
function withParentDeath(command: string, args: readonly string[]): [string, readonly string[]] {
  return process.platform === "linux" ? ["setpriv", ["--pdeathsig", "KILL", command, ...args]] : [command, args];
}

/** Starts a program, and writes its stderr to the file `log`. */
export function startService(command: string, { args, log }: ServiceOptions): Service {
  const child = spawn(...withParentDeath(command, args), { stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  child.stderr.pipe(createWriteStream(log));
  const exited = once(child, "exit");
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;

  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
    if (hasEnded()) return;
    const impatience = setTimeout(() => child.kill("SIGKILL"), stopDeadlineMs);
    child.kill(signal);
    await exited;
    clearTimeout(impatience);
  };
  const ready = async (ask: () => Promise<true | undefined>): Promise<void> => {
    try {
      await eventually(`${command} is ready`, readyDeadlineMs, () => {
        if (hasEnded()) throw new Error(`${command} has ended`);
        return ask().catch(() => undefined);
      });
    } catch (error) {
      await stop();
      throw new Error(`${error}\n${readFileSync(log, "utf8").slice(-complaintsLength)}`);
    }
  };
  return { lines, ready, signal: (signal) => void child.kill(signal), stop };
}
