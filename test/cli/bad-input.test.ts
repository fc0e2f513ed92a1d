import { execFileSync, type IOType } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { startCli } from "../harness/cli.ts";
import { expectSurvival, expectSurvivalOf, head, lease, million, numbered, type Row } from "./survival.ts";

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 2 });

/**
 * The name of a test, an input in an empty directory, the possible exit codes, and the expected
 * output. `make` returns the path to check.
 */
type Place = readonly [name: string, make: (folder: string) => string, codes: readonly number[], says: RegExp];

const reviewHead = `apiVersion: admission.k8s.io/v1
kind: AdmissionReview
request:
  uid: 705ab4f5-6393-11e8-b7cc-42010a800002
  kind: {group: coordination.k8s.io, version: v1, kind: Lease}
  resource: {group: coordination.k8s.io, version: v1, resource: leases}
  name: a
  namespace: team-a
  operation: CREATE
  object:
    apiVersion: coordination.k8s.io/v1
    kind: Lease
    metadata: {name: a, namespace: team-a}
`;
/**
 * Returns YAML in which each level contains the previous level nine times. The last level has 9^9
 * values.
 */
const bomb = (indent: string): string =>
  numbered(9, (level) => `${indent}a${level}: &a${level} [${(level === 0 ? "x," : `*a${level - 1},`).repeat(9)}]\n`);
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");

const encodings: readonly Row[] = [
  ["an empty file", "", [0], /^0 objects checked in 1 file/m],
  ["a byte order mark alone", "\ufeff", [0], /^0 objects checked in 1 file/m],
  ["every byte", Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), [2]],
  ["NULs", Buffer.alloc(4096), [2]],
  ["UTF-16 with a byte order mark", utf16(`\ufeff${lease}`), [0], /^1 object checked/],
  ["UTF-16 with its bytes swapped", utf16(`\ufeff${lease}`).swap16(), [0], /^1 object checked/],
  ["UTF-16 without a byte order mark", utf16(lease), [2]],
  ["a name that is not UTF-8", Buffer.from(lease.replace("my-", "\xff"), "latin1"), [1], /metadata\/name-valid/],
  ["a comment that is not UTF-8", Buffer.from(`# \xe4\n${lease}`, "latin1"), [0], /^1 object checked/],
];

const depths: readonly Row[] = [
  ["a million lists in JSON", () => "[".repeat(million), [2]],
  ["a million maps in JSON", () => '{"a":'.repeat(million), [2]],
  ["a million maps in JSON, all closed", () => `${'{"a":'.repeat(million)}1${"}".repeat(million)}`, [2]],
  ["a million lists in JSON, all closed", () => `{"a":${"[".repeat(million)}${"]".repeat(million)}}`, [2]],
  [
    "100,000 Lists in a List",
    () => `${'{"apiVersion":"v1","kind":"List","items":['.repeat(100_000)}${"]}".repeat(100_000)}`,
    [2],
  ],
  ["a million lists in flow style", () => `a: ${"[".repeat(million)}`, [2]],
  ["a million maps in flow style", () => `a: ${"{a: ".repeat(million)}`, [2]],
  ["a million lists in one line", () => "- ".repeat(million), [2]],
  ["a million keys of keys", () => "? ".repeat(million), [2]],
  ["5,000 maps by indentation", () => numbered(5_000, (at) => `${" ".repeat(at)}a:\n`), [2]],
  ["an alias bomb", () => `${head}spec:\n${bomb("  ")}`, [2]],
  ["an alias bomb in a review", () => `${reviewHead}    spec:\n${bomb("      ")}`, [2]],
  ["100,000 aliases of a text of 10 kB", () => `a: &a ${"x".repeat(10_000)}\nb: [${"*a, ".repeat(100_000)}]\n`, [0, 2]],
  ["an alias to the list that contains it", "a: &a [*a]\n", [2]],
];

const link = (folder: string, target: string): string => {
  symlinkSync(target, join(folder, "link.yaml"));
  return "link.yaml";
};

/** Paths that do not lead to a readable manifest. */
const places: readonly Place[] = [
  ["a program", () => process.execPath, [2], /error: /],
  ["a file that is not there", () => "./nowhere.yaml", [2], /^error: \.\/nowhere\.yaml must be readable: ENOENT/],
  ["a path through a file", () => `${import.meta.filename}/lease.yaml`, [2], /ENOTDIR/],
  ["a link to itself", (folder) => link(folder, "link.yaml"), [2], /^error: link\.yaml must be readable: ELOOP/],
  ["a link to nothing", (folder) => link(folder, "nowhere"), [2], /^error: link\.yaml must be readable: ENOENT/],
  ["a name beyond all length", () => "./".padEnd(300, "a"), [2], /^error: .* ENAMETOOLONG/],
  ["a file that cannot be read", () => "/proc/self/mem", [2], /^error: \/proc\/self\/mem must be readable: /],
  ["a device that never ends", () => "/dev/zero", [2], /^error: \/dev\/zero must not be larger /],
  [
    "a directory with a link to itself, a link to nothing and a pipe",
    (folder) => {
      mkdirSync(join(folder, "tree"));
      symlinkSync(".", join(folder, "tree/loop.yaml"));
      execFileSync("mkfifo", [join(folder, "tree/pipe.yaml")]);
      writeFileSync(join(folder, "tree/lease.yaml"), lease);
      return "./tree";
    },
    [0, 2],
    /1 object checked/,
  ],
];

describe.concurrent("check survives", () => {
  it.each([...encodings, ...depths].map((row) => [row[0], row] as const))("%s", (_, row) => expectSurvivalOf(row));

  it.each(places)("%s", async (_, make, codes, says) => {
    await expectSurvival(make, codes, says);
  });
});

describe("SIGINT ends check at once", () => {
  it.each<readonly [string, IOType, readonly string[]]>([
    ["while it waits for standard input", "pipe", ["-"]],
    ["while it is at work", "ignore", ["."]],
  ])("%s", async (_, stdin, paths) => {
    const folder = mkdtempSync(join(tmpdir(), "lease-guard-bad-input-"));
    const many = "---\napiVersion: v1\nkind: Secret\n".repeat(20_000);
    writeFileSync(join(folder, "many.yaml"), many);
    // `check` needs 5 to 8 s for 100 of these files. It must still be at work after the wait.
    for (let file = 0; file < 500; file++) linkSync(join(folder, "many.yaml"), join(folder, `${file}.yaml`));
    const running = startCli(["check", ...paths], { cwd: folder, stdin });
    await wait(1_500);
    expect(running.child.exitCode, running.stderr()).toBe(null);
    running.child.kill("SIGINT");
    const { code, signal, stdout, stderr } = await running.ended(30_000);
    rmSync(folder, { recursive: true });
    // A shell reports 130 after exit code 130 and after SIGINT.
    expect(code === 130 || signal === "SIGINT", `${code} ${signal}`).toBe(true);
    expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "" });
  });
});
