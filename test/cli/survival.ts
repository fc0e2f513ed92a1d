import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type Ended, startCli } from "../harness/cli.ts";
import { peakMemory } from "../harness/peak-memory.ts";

/** The time limit of a command on a busy machine. */
const limitMs = 30_000;

const maxPeakMiB = 300;

/** The content of the file, the possible exit codes, and the expected output. */
export type Row = readonly [name: string, content: string | Buffer | (() => string), codes: readonly number[], says?: RegExp];

/** A valid Lease. */
export const lease = `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: my-controller
spec:
  leaseDurationSeconds: 15
`;
/** The first lines of a Lease. */
export const head = "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata:\n  name: a\n";
export const million = 1_000_000;
/** Returns `count` lines, each for its index. */
export const numbered = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

/** Runs `check` in a directory. `peak` is its maximum memory in MiB. */
async function check(path: string, cwd: string): Promise<Ended & { readonly peak: number }> {
  const report = `process.on("exit", () => fs.writeFileSync(${JSON.stringify(join(cwd, "peak"))}, String(${peakMemory})))`;
  const node = ["--import", `data:text/javascript,${encodeURIComponent(`import fs from "node:fs"; ${report}`)}`];
  const ended = await startCli(["check", path], { node, cwd }).ended(limitMs);
  return { ...ended, peak: Number(readFileSync(join(cwd, "peak"), "utf8")) };
}

/**
 * Checks that the exit code is one of `codes`, and that only exit code 2 has an error line. The
 * output must have no stack trace, and the memory is limited.
 */
export async function expectSurvival(make: (folder: string) => string, codes: readonly number[], says: RegExp = /^/): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-bad-input-"));
  try {
    const { code, stdout, stderr, peak } = await check(make(folder), folder);
    const output = `${stderr}${stdout}`;
    const complaints = output.split("\n").filter((line) => /^error: |^[^"]*: error: /.test(line));
    const shown = `${output.slice(0, 1_000)}…${output.slice(-1_000)}`;
    expect(/\n\s+at /.test(output), shown).toBe(false);
    expect(codes, shown).toContain(code);
    expect(complaints, shown).toHaveLength(code === 2 ? 1 : 0);
    expect(complaints[0]?.length ?? 0).toBeLessThan(2_000);
    expect(stderr, shown).toBe(stderr === "" ? "" : `${complaints[0]}\n`);
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
