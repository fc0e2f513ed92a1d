import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ok } from "../../src/core/field/result.ts";
import { type FoundFile, findFiles, nothingExcluded, unread } from "../../src/terminal/find-files.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lease-guard-find-"));
  mkdirSync(join(folder, "b/deep"), { recursive: true });
  for (const file of ["c.yaml", "a.yml", "b/x.json", "b/deep/y.yaml", "b/notes.txt", "[odd].yaml"])
    writeFileSync(join(folder, file), "");
  symlinkSync("b", join(folder, "dir.yaml"));
  symlinkSync("c.yaml", join(folder, "link.yaml"));
  symlinkSync("loop.yaml", join(folder, "loop.yaml"));
  symlinkSync("nowhere", join(folder, "gone.yaml"));
  mkdirSync(join(folder, "links"));
  symlinkSync("../a.yml", join(folder, "links/file.yaml"));
  symlinkSync("../pipe.yaml", join(folder, "links/pipe.yaml"));
  symlinkSync("..", join(folder, "links/up"));
  symlinkSync("/proc/self/environ", join(folder, "links/zero.yaml"));
  execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
});

afterAll(() => rmSync(folder, { recursive: true }));

const outside = expect.stringMatching(/^must not be a link out of the directory;/);
const unreadable = expect.stringMatching(/^must be readable: E[A-Z]+: [a-z]/);

/**
 * A path below the directory, and the files that the function finds there. A string is a file to
 * read. A list is a file that is not read, with the message. The default message is `unreadable`.
 */
type Row = readonly [path: string, files: readonly Found[]];
type Found = string | readonly [file: string, message?: unknown];

/**
 * The files after `a.yml` in the whole directory. A pattern for the extensions yaml and json also
 * finds all of them.
 */
const afterA: readonly Found[] = [
  "b/deep/y.yaml",
  "b/x.json",
  "c.yaml",
  "link.yaml",
  "links/file.yaml",
  ["links/zero.yaml", outside],
  ["loop.yaml"],
];

const rows: readonly Row[] = [
  ["", ["[odd].yaml", "a.yml", ...afterA]],
  ["b", ["b/deep/y.yaml", "b/x.json"]],
  ["b/notes.txt", ["b/notes.txt"]],
  ["missing", ["missing"]],
  ["loop.yaml", [["loop.yaml"]]],
  ["**/*.{yaml,json}", ["[odd].yaml", ...afterA]],
  [
    "links",
    [
      ["links/file.yaml", outside],
      ["links/zero.yaml", outside],
    ],
  ],
  [
    "links/*",
    [
      ["links/file.yaml", outside],
      ["links/zero.yaml", outside],
    ],
  ],
  ["links/{file,p*}.yaml", [["links/file.yaml", outside]]],
  ["links/file.yaml", ["links/file.yaml"]],
  ["[odd].yaml", ["[odd].yaml"]],
];

/** Returns the file that `findFiles` finds at a path, which can be a link. */
function file(path: string, changes: Partial<FoundFile> = {}): ReturnType<typeof ok<FoundFile>> {
  const shown = join(folder, path);
  return ok({ file: shown, real: path === "missing" ? shown : realpathSync(shown), ...changes });
}

test.each(rows)("%j", async (path, expected) => {
  const found = await findFiles(join(folder, path));
  const isNamed = expected.length === 1 && expected[0] === path;
  const wanted = expected.map((entry) =>
    typeof entry === "string"
      ? file(entry, isNamed ? {} : { found: true })
      : unread(join(folder, entry[0]), entry[1] ?? unreadable),
  );
  expect(found).toEqual(wanted);
});

test("a file and its links have the same path without links", async () => {
  const found = await findFiles(folder);
  const reals = found.flatMap((each) => (each.ok && /[ac]\.ya?ml$/.test(each.value.real) ? [each.value] : []));
  expect(reals.map((each) => [each.file, each.real].map((path) => path.slice(folder.length + 1)))).toEqual([
    ["a.yml", "a.yml"],
    ["c.yaml", "c.yaml"],
    ["link.yaml", "c.yaml"],
    ["links/file.yaml", "a.yml"],
  ]);
});

test.each<readonly [string, readonly string[]]>([
  ["", ["a.yml", "c.yaml"]],
  ["*.{yaml,yml}", ["a.yml", "c.yaml"]],
  ["a.yml", ["a.yml"]],
  ["link.yaml", []],
])("%j without the excluded files", async (path, expected) => {
  const isExcluded = (excluded: string, isDirectory: boolean): boolean =>
    isDirectory || !/\/[ac]\.ya?ml$/.test(excluded);
  const found = await findFiles(join(folder, path), isExcluded);
  expect(found.map((each) => each.ok && each.value.file)).toEqual(expected.map((name) => join(folder, name)));
});

test.each(["b", "*.yaml"])("%j, of which every file is excluded, is an error", async (path) => {
  const message = expect.stringMatching(
    /^must (?:contain a manifest: .*, and|match a file, and) that no pattern excludes$/,
  );
  expect(await findFiles(join(folder, path), () => true)).toEqual([unread(join(folder, path), message)]);
});

test.each(["", "*.yaml"])("%j skips a link without a target, and names it", async (path) => {
  const skipped: string[] = [];
  await findFiles(join(folder, path), nothingExcluded, (each) => skipped.push(each));
  expect(skipped).toEqual([join(folder, "gone.yaml")]);
  expect(await findFiles(join(folder, "gone.yaml"))).toEqual([
    ok({ file: join(folder, "gone.yaml"), real: join(folder, "gone.yaml") }),
  ]);
});

test("a pattern that matches no file is an error", async () => {
  expect(await findFiles(join(folder, "*.toml"))).toEqual([unread(join(folder, "*.toml"), "must match a file")]);
});

test("- is standard input", async () => {
  expect(await findFiles("-")).toEqual([ok({ file: "-", real: "-" })]);
});

test("the time to find files grows only with the number of directories", async () => {
  const root = mkdtempSync(join(tmpdir(), "lease-guard-deep-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const deep = join(root, "d/".repeat(1_200));
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, "a.yaml"), "");
  const started = process.cpuUsage();
  const found = await findFiles(root);
  const { user, system } = process.cpuUsage(started);
  expect(found).toEqual([
    ok({ file: join(deep, "a.yaml"), real: join(realpathSync(root), "d/".repeat(1_200), "a.yaml"), found: true }),
  ]);
  expect((user + system) / 1_000).toBeLessThan(3_000);
});
