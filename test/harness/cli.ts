import { type ChildProcess, type IOType, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { vi } from "vitest";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running process, with its output so far. */
export interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when the process ends. */
  readonly ended: (withinMs?: number) => Promise<Ended>;
}

/**
 * The settings of a process: the command that starts the process, such as `env NAME=value`, the
 * path of Node.js and its flags, standard input and output, and the working directory.
 */
export interface Manner {
  readonly through?: readonly string[];
  readonly execPath?: string;
  readonly node?: readonly string[];
  readonly stdin?: IOType | number;
  readonly stdout?: IOType | number;
  readonly cwd?: string;
}

// The processes that are still running. The listener below kills these processes, because a test
// that fails can leave its process running.
const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

export const main: string = join(import.meta.dirname, "../../dist/cli/main.js");

const source = join(import.meta.dirname, "../../src");
let isNew: boolean | undefined;

/** Throws if a source file is newer than the build, because the test would then run old code. */
export function expectNewBuild(): void {
  isNew ??= isNewer(statSync(main, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (!isNew) throw new Error("dist is older than src: run `npm run build`");
}

function isNewer(builtMs: number): boolean {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  return files.every((file) => statSync(join(source, file)).mtimeMs <= builtMs);
}

/** Starts the built command line and returns the running process. */
export function startCli(
  args: readonly string[],
  { through = [], execPath = process.execPath, node = [], stdin = "ignore", stdout = "pipe", cwd }: Manner = {},
): Running {
  expectNewBuild();
  const [command = "", ...rest] = [...through, execPath, ...node, main, ...args];
  const child = spawn(command, rest, {
    stdio: [stdin, stdout, "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  children.add(child);
  const closed = once(child, "close").finally(() => children.delete(child));
  const text = { stdout: "", stderr: "" };
  child.stdout?.on("data", (bytes: Buffer) => {
    text.stdout += bytes.toString();
  });
  child.stderr?.on("data", (bytes: Buffer) => {
    text.stderr += bytes.toString();
  });
  return {
    child,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    ended: async (withinMs = 60_000) => {
      let late = false;
      const timer = setTimeout(() => {
        late = child.kill("SIGKILL");
      }, withinMs);
      await closed;
      clearTimeout(timer);
      if (late) throw new Error(`still running after ${withinMs} ms: ${args.join(" ")}\n${text.stdout}${text.stderr}`);
      return { code: child.exitCode, signal: child.signalCode, ...text };
    },
  };
}

/** Runs the built command line, and resolves when the process has ended. */
export function runCli(args: readonly string[], manner: Manner = {}): Promise<Ended> {
  return startCli(args, manner).ended();
}

/**
 * Flags for `serve`. The server uses free ports of the loopback address and stops without delay.
 */
export const anyPorts: readonly string[] = [
  "--bind-address",
  "127.0.0.1",
  "--secure-port",
  "0",
  "--health-probe-bind-address",
  "127.0.0.1:0",
  "--metrics-bind-address",
  "127.0.0.1:0",
  "--shutdown-delay-duration",
  "0s",
];

export interface Served extends Running {
  readonly port: number;
  readonly url: string;
  /** The CA in PEM that clients of the webhook must trust. */
  readonly ca: string;
}

/** Runs `serve --self-signed`, and resolves when the server has printed its address. */
export async function serveCli(args: readonly string[] = [], manner: Manner = {}): Promise<Served> {
  const running = startCli(["serve", "--self-signed", ...anyPorts, ...args], manner);
  const output = (): string => running.stdout() + running.stderr();
  const url = await vi.waitUntil(() => /https:\/\/127\.0\.0\.1:\d+(?=\/validate)/.exec(output())?.[0], {
    timeout: 60_000,
    interval: 20,
  });
  const ca = /^[A-Za-z0-9+/=]{400,}$/m.exec(output())?.[0] ?? "";
  return { ...running, url, port: Number(new URL(url).port), ca: Buffer.from(ca, "base64").toString() };
}

/** Opens a TLS connection to the webhook and verifies its certificate. */
export function connectTo({ port, ca }: Served): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, ca }, () => resolve(socket));
    socket.once("error", reject);
  });
}
