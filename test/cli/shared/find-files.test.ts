import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFiles } from "../../../src/cli/shared/find-files.ts";
import { failed, ok } from "../../../src/field/result.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lease-guard-find-"));
  mkdirSync(join(folder, "b/deep"), { recursive: true });
  for (const file of ["c.yaml", "a.yml", "b/x.json", "b/deep/y.yaml", "b/notes.txt", "[odd].yaml"]) writeFileSync(join(folder, file), "");
  symlinkSync("b", join(folder, "dir.yaml"));
  symlinkSync("c.yaml", join(folder, "link.yaml"));
  symlinkSync("loop.yaml", join(folder, "loop.yaml"));
  symlinkSync("nowhere", join(folder, "gone.yaml"));
  execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
});

afterAll(() => rmSync(folder, { recursive: true }));

const unreadable = expect.stringMatching(/^must be readable: E[A-Z]+: [a-z]/);

test.each([
  ["", ["[odd].yaml", "a.yml", "b/deep/y.yaml", "b/x.json", "c.yaml", ["gone.yaml"], "link.yaml", ["loop.yaml"]]],
  ["b", ["b/deep/y.yaml", "b/x.json"]],
  ["b/notes.txt", ["b/notes.txt"]],
  ["missing", ["missing"]],
  ["loop.yaml", [["loop.yaml"]]],
  ["**/*.{yaml,json}", ["[odd].yaml", "b/deep/y.yaml", "b/x.json", "c.yaml", "dir.yaml/deep/y.yaml", "dir.yaml/x.json", "link.yaml"]],
  ["[odd].yaml", ["[odd].yaml"]],
])("%j", async (path, expected) => {
  const found = await findFiles(join(folder, path));
  const wanted = expected.map((entry) =>
    typeof entry === "string" ? ok(join(folder, entry)) : failed({ file: join(folder, entry[0] ?? ""), message: unreadable }),
  );
  expect(found).toEqual(wanted);
});

test("a pattern that matches no file is an error", async () => {
  expect(await findFiles(join(folder, "*.toml"))).toEqual([failed({ file: join(folder, "*.toml"), message: "must match a file" })]);
});

test("- is standard input", async () => {
  expect(await findFiles("-")).toEqual([ok("-")]);
});
