import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { eventually } from "./eventually.ts";

/** A program that runs until it is stopped. */
export interface Service {
  /** What it wrote on stdout so far, line by line. */
  readonly lines: readonly string[];
  /** Waits until `ask` answers. A program that ends before, or never gets there, is stopped, and what it wrote on stderr is thrown. */
  readonly ready: (ask: () => Promise<true | undefined>) => Promise<void>;
  /** Returns when the process is gone and its ports are free; harmless when it is gone already. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** How to start it, and where its words go. */
export interface ServiceOptions {
  readonly args: readonly string[];
  /** The file that takes its stderr. */
  readonly log: string;
}

/** kube-apiserver needs 3 s on an idle machine; a loaded one gets twenty times that. */
const readyDeadlineMs = 60_000;

/** kube-apiserver ends within some seconds of SIGTERM; what has not by then is killed. */
const stopDeadlineMs = 15_000;

/** Characters from the end of stderr: enough for a stack or the last lines of a server's log. */
const complaintsLength = 3000;

/** On Linux the kernel ends the program when the test process dies, however that happens. */
function withParentDeath(command: string, args: readonly string[]): [string, readonly string[]] {
  return process.platform === "linux" ? ["setpriv", ["--pdeathsig", "KILL", command, ...args]] : [command, args];
}

/** Starts a program that serves. */
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
  return { lines, ready, stop };
}
