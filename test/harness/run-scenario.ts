import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Ended, expectNewBuild, type Manner, main } from "./cli.ts";
import type { OneProcess } from "./one-process.ts";
import { parseScenario, reconcile, type Scenario } from "./scenario.ts";

const tests = join(import.meta.dirname, "..");

/** By default, returns the scenarios of all rooms, without those of `test/tools`. */
export function readScenarios(folder: string = tests): readonly (readonly [name: string, scenario: Scenario])[] {
  const all = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".scenario"));
  const files = folder === tests ? all.filter((file) => !file.startsWith("tools/")) : all;
  return files.map((file) => [
    file.slice(0, -".scenario".length),
    parseScenario(readFileSync(join(folder, file), "utf8")),
  ]);
}

/** The outcome of a scenario and the expected outcome, in the same format. */
export interface Outcome {
  readonly actual: string;
  readonly expected: string;
}

/** The time limit of a scenario on a busy machine. */
const limitMs = 30_000;

/**
 * Runs a scenario in an empty directory, with the `lease-guard` in the directory `bin`. A command
 * that needs no shell runs in the given process instead.
 */
export async function runScenario(
  { files, stdin, command, expected }: Scenario,
  bin: string,
  process?: OneProcess,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-scenario-"));
  try {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const args = stdin === "" && process ? argumentsOf(command) : undefined;
    const said =
      args && process ? sectionsOf(await process.run(args, folder)) : await runBash(command, { folder, stdin, bin });
    const sections = [...expected].map(([heading, expectation]) => {
      const actual = said.get(heading) ?? written(join(folder, heading.slice("written ".length)));
      return { actual: section(heading, actual), expected: section(heading, reconcile(expectation, actual)) };
    });
    return {
      actual: sections.map(({ actual }) => actual).join(""),
      expected: sections.map(({ expected: text }) => text).join(""),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A word that bash takes literally. The words `serve` and `-` are not among them. */
const word = / +(?!serve\b|-\s)([\w./=:,@+-]+|'[^']*'|"[^"$`\\!]*")(?=\s)/gy;

/**
 * Returns the arguments of lease-guard. Returns undefined for a command with shell syntax, a
 * command that reads standard input, and `serve`, which needs signals.
 */
export function argumentsOf(command: string): readonly string[] | undefined {
  const [name, text = ""] = command.split(/(?<=^lease-guard)(?=\s)/);
  const words = [...text.matchAll(word)];
  if (name !== "lease-guard" || words.map(([each]) => each).join("") !== text.trimEnd()) return undefined;
  return words.map(([, each = ""]) => (/^['"]/.test(each) ? each.slice(1, -1) : each));
}

function section(heading: string, text: string): string {
  return `==== ${heading} ====\n${text}`;
}

function written(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return `${String(error)}\n`;
  }
}

interface Surroundings {
  readonly folder: string;
  readonly stdin: string;
  readonly bin: string;
}

/**
 * Runs bash in a new process group, so that the time limit also ends the processes that bash
 * starts. The environment contains only PATH, and a directory for the compile cache of Node.js.
 */
async function runBash(command: string, { folder, stdin, bin }: Surroundings): Promise<ReadonlyMap<string, string>> {
  const PATH = [bin, dirname(process.execPath), process.env["PATH"]].join(":");
  // The standard input from Node is a socket. Without --norc, bash would then assume a remote login
  // and read startup files.
  const child = spawn("bash", ["--norc", "-c", command], {
    cwd: folder,
    env: { PATH, XDG_CACHE_HOME: bin },
    detached: true,
    stdio: "pipe",
  });
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), limitMs);
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on("data", (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.stderr.push(chunk));
  // A command that fails early does not read its input.
  child.stdin.on("error", () => undefined).end(stdin);
  await once(child, "close");
  clearTimeout(timer);
  return sectionsOf({
    code: child.exitCode,
    signal: child.signalCode,
    stdout: Buffer.concat(chunks.stdout).toString(),
    stderr: Buffer.concat(chunks.stderr).toString(),
  });
}

function sectionsOf({ code, signal, stdout, stderr }: Ended): ReadonlyMap<string, string> {
  return new Map(Object.entries({ status: `${code ?? signal}\n`, stdout, stderr }));
}

/**
 * Returns a new directory with a script `lease-guard` that starts the built command line of this
 * checkout.
 */
export function checkoutBin({ through = [], node = [] }: Manner = {}): string {
  expectNewBuild();
  const bin = mkdtempSync(join(tmpdir(), "lease-guard-bin-"));
  const command = [...through, process.execPath, ...node, main].map((word) => `'${word}'`).join(" ");
  writeFileSync(join(bin, "lease-guard"), `#!/bin/sh\nexec ${command} "$@"\n`);
  chmodSync(join(bin, "lease-guard"), 0o755);
  return bin;
}
