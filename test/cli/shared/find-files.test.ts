import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFiles, unread } from "../../../src/cli/shared/find-files.ts";
import { ok } from "../../../src/field/result.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lease-guard-find-"));
  mkdirSync(join(folder, "b/deep"), { recursive: true });
  for (const file of ["c.yaml", "a.yml", "b/x.json", "b/deep/y.yaml", "b/notes.txt", "[odd].yaml"]) writeFileSync(join(folder, file), "");
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
 * read. A pair is a file that must not be read, and the reason.
 */
type Row = readonly [path: string, files: readonly Found[]];
type Found = string | readonly [file: string, message?: unknown];

/** The files in the whole directory after `a.yml`. A pattern for all files finds the same files. */
const afterA: readonly Found[] = [
  "b/deep/y.yaml",
  "b/x.json",
  "c.yaml",
  ["gone.yaml"],
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

test.each(rows)("%j", async (path, expected) => {
  const found = await findFiles(join(folder, path));
  const wanted = expected.map((entry) =>
    typeof entry === "string" ? ok(join(folder, entry)) : unread(join(folder, entry[0]), entry[1] ?? unreadable),
  );
  expect(found).toEqual(wanted);
});

test("a pattern that matches no file is an error", async () => {
  expect(await findFiles(join(folder, "*.toml"))).toEqual([unread(join(folder, "*.toml"), "must match a file")]);
});

test("- is standard input", async () => {
  expect(await findFiles("-")).toEqual([ok("-")]);
});
