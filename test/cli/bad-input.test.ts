import { execFileSync, type IOType } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { type Ended, startCli } from "../harness/cli.ts";
import { peakMemory } from "../harness/peak-memory.ts";

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 2 });

/** The time limit of a command on a busy machine. */
const limitMs = 30_000;

const maxPeakMiB = 300;

/** The content of the file, the possible exit codes, and the expected output. */
type Row = readonly [name: string, content: string | Buffer | (() => string), codes: readonly number[], says?: RegExp];

/** An input in an empty directory. `make` returns the path to check. */
type Place = readonly [name: string, make: (folder: string) => string, codes: readonly number[], says: RegExp];

const lease = `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: my-controller
spec:
  leaseDurationSeconds: 15
`;
const jsonLease = '{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"a"},"spec":{"leaseDurationSeconds":15}}';
const item = "- apiVersion: coordination.k8s.io/v1\n  kind: Lease\n  metadata:\n    name: a\n";
const head = "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata:\n  name: a\n";
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
const million = 1_000_000;
const huge = (part: string): string => part.repeat(Math.ceil((64 * 1024 * 1024) / part.length));
const numbered = (count: number, line: (index: number) => string): string => Array.from({ length: count }, (_, at) => line(at)).join("");
/** Each level contains the previous level nine times. The last level has 9^9 values. */
const bomb = (indent: string): string =>
  numbered(9, (level) => `${indent}a${level}: &a${level} [${(level === 0 ? "x," : `*a${level - 1},`).repeat(9)}]\n`);
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");

const encodings: readonly Row[] = [
  ["an empty file", "", [0], /^0 objects checked in 1 file/],
  ["a byte order mark alone", "\ufeff", [0], /^0 objects checked in 1 file/],
  ["every byte", Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), [2]],
  ["NULs", Buffer.alloc(4096), [2]],
  ["UTF-16 with a byte order mark", utf16(`\ufeff${lease}`), [0], /^1 object checked/],
  ["UTF-16 with its bytes swapped", utf16(`\ufeff${lease}`).swap16(), [0], /^1 object checked/],
  ["UTF-16 without a byte order mark", utf16(lease), [2]],
  ["a name that is not UTF-8", Buffer.from(lease.replace("my-", "\xff"), "latin1"), [1], /metadata\/name-valid/],
  ["a comment that is not UTF-8", Buffer.from(`# \xe4\n${lease}`, "latin1"), [0], /^1 object checked/],
];

const sizes: readonly Row[] = [
  ["64 MiB of documents", () => huge(`---\n${lease}`), [0, 2]],
  ["64 MiB of bad documents", () => huge(`---\n${lease.replace("15", "0")}`), [1, 2]],
  ["64 MiB of JSON objects", () => huge(`${jsonLease}\n`), [0, 2]],
  ["64 MiB of a List in JSON", () => `{"apiVersion":"v1","kind":"List","items":[${huge(`${jsonLease},`)}${jsonLease}]}`, [0, 2]],
  ["64 MiB of a List in YAML", () => `apiVersion: v1\nkind: List\nitems:\n${huge(item)}`, [0, 2]],
  ["64 MiB of one text in YAML", () => `${head}  annotations:\n    a: ${huge("x")}\n`, [1, 2]],
  ["64 MiB of one text in JSON", () => `{"a":"${huge("x")}"}`, [0, 2]],
  ["64 MiB of one word", () => huge("x"), [2]],
  ["64 MiB of comments", () => huge("# a comment\n"), [0, 2]],
  ["64 MiB of line breaks", () => huge("\n"), [0, 2]],
  ["64 MiB of separators", () => huge("---\n"), [0, 2]],
  ["100,000 documents", () => `---\n${lease}`.repeat(100_000), [0], /^100000 objects checked in 1 file: 0 denied/],
  ["100,000 bad documents", () => `---\n${lease.replace("15", "0")}`.repeat(100_000), [2], /^25000 objects .* 25000 denied/m],
  ["a million labels", () => `${head}  labels:\n${numbered(million, (at) => `    k${at}: v\n`)}`, [0, 2]],
  ["a million finalizers", () => `${head}  finalizers:\n${"  - a\n".repeat(million)}`, [0, 2]],
  ["a million keys in flow style", () => `{${numbered(million, (at) => `k${at}: v, `)}}`, [0, 2]],
  ["a million spaces after each word", () => `kind:${" ".repeat(million)}Lease${" ".repeat(million)}\n`, [0, 2]],
  ["binary data of 8 MiB", () => `${head}  annotations:\n    a: !!binary ${"AAAA".repeat(2 * 1024 * 1024)}\n`, [1, 2]],
  ["a number of 10 million digits", () => `${head}spec: {leaseDurationSeconds: ${"9".repeat(10 * million)}}\n`, [1, 2]],
  ["a name of 30 million letters", () => `${head.trimEnd()}${"-a".repeat(15 * million)}\n`, [1, 2]],
  ["a million repeated keys", () => `${head}spec:\n${"  leaseTransitions: 1\n".repeat(million)}`, [0, 2]],
];

const depths: readonly Row[] = [
  ["a million lists in JSON", () => "[".repeat(million), [2]],
  ["a million maps in JSON", () => '{"a":'.repeat(million), [2]],
  ["a million maps in JSON, all closed", () => `${'{"a":'.repeat(million)}1${"}".repeat(million)}`, [2]],
  ["a million lists in JSON, all closed", () => `{"a":${"[".repeat(million)}${"]".repeat(million)}}`, [2]],
  ["100,000 Lists in a List", () => `${'{"apiVersion":"v1","kind":"List","items":['.repeat(100_000)}${"]}".repeat(100_000)}`, [2]],
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
async function expectSurvival(make: (folder: string) => string, codes: readonly number[], says = /^/): Promise<void> {
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

describe.concurrent("check survives", () => {
  it.each([...encodings, ...sizes, ...depths].map((row) => [row[0], row] as const))("%s", async (_, [, content, codes, says]) => {
    const make = (folder: string): string => {
      writeFileSync(join(folder, "input.yaml"), typeof content === "function" ? content() : content);
      return "input.yaml";
    };
    await expectSurvival(make, codes, says);
  });

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
    for (let file = 0; file < 100; file++) writeFileSync(join(folder, `${file}.yaml`), many);
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
