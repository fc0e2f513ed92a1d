import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { main } from "./cli.ts";
import { parseScenario, reconcile, type Scenario } from "./scenario.ts";

/** The scenarios of a directory and of all below it, by the paths of their files without the extension. */
export function readScenarios(folder: string): readonly (readonly [name: string, scenario: Scenario])[] {
  const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".scenario"));
  return files.map((file) => [file.slice(0, -".scenario".length), parseScenario(readFileSync(join(folder, file), "utf8"))]);
}

/** The outcome of a scenario and the outcome that it expects, in one format: equal if every expectation holds. */
export interface Outcome {
  readonly actual: string;
  readonly expected: string;
}

/** Time limit of a scenario, on a machine that is busy with others. */
const limitMs = 30_000;

/** Runs a scenario in an empty folder of its own, with the `lease-guard` of the folder `bin`. */
export async function runScenario({ files, stdin, command, expected }: Scenario, bin: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-scenario-"));
  try {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const said = await runBash(command, { folder, stdin, bin });
    const sections = [...expected].map(([heading, expectation]) => {
      const actual = said.get(heading) ?? written(join(folder, heading.slice("written ".length)));
      return { actual: section(heading, actual), expected: section(heading, reconcile(expectation, actual)) };
    });
    return { actual: sections.map(({ actual }) => actual).join(""), expected: sections.map(({ expected: text }) => text).join("") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

/** In a group of its own, so that nothing of it outlives the limit; with nothing of our environment but the path. */
async function runBash(command: string, { folder, stdin, bin }: Surroundings): Promise<ReadonlyMap<string, string>> {
  const PATH = [bin, dirname(process.execPath), process.env["PATH"]].join(":");
  // Node hands over a socket as stdin, which bash takes for a remote login with files to read first.
  const child = spawn("bash", ["--norc", "-c", command], { cwd: folder, env: { PATH }, detached: true, stdio: "pipe" });
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), limitMs);
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on("data", (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.stderr.push(chunk));
  // A command that fails early does not read it.
  child.stdin.on("error", () => undefined).end(stdin);
  await once(child, "close");
  clearTimeout(timer);
  return new Map([
    ["status", `${child.exitCode ?? child.signalCode}\n`],
    ["stdout", Buffer.concat(chunks.stdout).toString()],
    ["stderr", Buffer.concat(chunks.stderr).toString()],
  ]);
}

/** A folder that holds nothing but the `lease-guard` of this checkout, as it was built. */
export function checkoutBin(): string {
  const bin = mkdtempSync(join(tmpdir(), "lease-guard-bin-"));
  writeFileSync(join(bin, "lease-guard"), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(join(bin, "lease-guard"), 0o755);
  return bin;
}
