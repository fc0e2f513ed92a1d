import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type Ended, startCli } from "../harness/cli.ts";
import { peakMemory } from "../harness/peak-memory.ts";

/** The time limit of a command on a busy machine. */
const limitMs = 30_000;

/** The heap of V8 grows in steps, so the same command takes between 270 and 302 MiB. */
const maxPeakMiB = 320;

/**
 * The name of a test, the content of the file, the possible exit codes, and the expected output.
 */
export type Row = readonly [
  name: string,
  content: string | Buffer | (() => string),
  codes: readonly number[],
  says?: RegExp,
];

/** The YAML of a valid Lease. */
export const lease = `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: my-controller
spec:
  leaseDurationSeconds: 15
`;
/** The first lines of the YAML of a Lease. */
export const head = "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata:\n  name: a\n";
export const million = 1_000_000;
/** Returns `count` lines, each for its index. */
export const numbered = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

/** The outcome of a process, its maximum memory in MiB, and its processor time in milliseconds. */
export interface Measured extends Ended {
  readonly peak: number;
  readonly cpuMs: number;
}

/** Runs `check` with arguments in a directory, and measures the process. */
export async function measuredCheck(
  args: readonly string[],
  cwd: string,
  withinMs: number = limitMs,
): Promise<Measured> {
  return measuredRun(["check", ...args], cwd, withinMs);
}

/** Runs a command with arguments in a directory, and measures the process. */
export async function measuredRun(
  args: readonly string[],
  cwd: string,
  withinMs: number = limitMs,
  stdin: number | "ignore" = "ignore",
): Promise<Measured> {
  const file = join(cwd, "usage");
  const usage = `JSON.stringify({ peak: ${peakMemory}, cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000 })`;
  const report = `process.on("exit", () => fs.writeFileSync(${JSON.stringify(file)}, ${usage}))`;
  const node = ["--import", `data:text/javascript,${encodeURIComponent(`import fs from "node:fs"; ${report}`)}`];
  const ended = await startCli(args, { node, cwd, stdin }).ended(withinMs);
  return { ...ended, ...(JSON.parse(readFileSync(file, "utf8")) as Pick<Measured, "peak" | "cpuMs">) };
}

/**
 * Checks that the exit code is one of `codes`, and that only exit code 2 has an error line. The
 * output must have no stack trace, and the memory is limited.
 */
export async function expectSurvival(
  make: (folder: string) => string,
  codes: readonly number[],
  says: RegExp = /^/,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-bad-input-"));
  try {
    const { code, stdout, stderr, peak } = await measuredCheck([make(folder)], folder);
    const output = `${stderr}${stdout}`;
    const errors = output.split("\n").filter((line) => /^error: |^[^"]*: error: /.test(line));
    const messages = stderr.replace(/^warning: no object checked: .*\n/, "");
    const shown = `${output.slice(0, 1_000)}…${output.slice(-1_000)}`;
    expect(/\n\s+at /.test(output), shown).toBe(false);
    expect(codes, shown).toContain(code);
    expect(errors, shown).toHaveLength(code === 2 ? 1 : 0);
    expect(errors[0]?.length ?? 0).toBeLessThan(2_000);
    expect(messages, shown).toBe(messages === "" ? "" : `${errors[0]}\n`);
    expect(says.test(output), shown).toBe(true);
    expect(peak).toBeLessThan(maxPeakMiB);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs `check` with the file of the row, and checks the requirements. */
export async function expectSurvivalOf([, content, codes, says]: Row): Promise<void> {
  const make = (folder: string): string => {
    writeFileSync(join(folder, "input.yaml"), typeof content === "function" ? content() : content);
    return "input.yaml";
  };
  await expectSurvival(make, codes, says);
}
