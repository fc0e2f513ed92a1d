import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { failed, ok } from "../../../src/core/field/result.ts";
import { readPolicyDirectory, readPolicyFile } from "../../../src/policy/file/read-policy-files.ts";
import { mountFolder } from "../../harness/mounted-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-policy-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

const limit = 1024 * 1024;

it.each<readonly [string, (file: string) => void, string | ((file: string) => string)]>([
  ["a file", (file) => writeFileSync(file, "\ufeffa: \u00e9"), "a: \u00e9"],
  ["an empty file", (file) => writeFileSync(file, ""), ""],
  ["a file as large as it may be", (file) => writeFileSync(file, "a".repeat(limit)), "a".repeat(limit)],
  [
    "a larger one",
    (file) => writeFileSync(file, "a".repeat(limit + 1)),
    (file) => `${file} must not be larger than 1048576 bytes`,
  ],
  [
    "a file of other bytes",
    (file) => writeFileSync(file, Uint8Array.of(0x61, 0xff)),
    (file) => `${file} must be UTF-8`,
  ],
  [
    "a pipe without a writer",
    (file) => execFileSync("mkfifo", [file]),
    (file) => `${file} must be a regular file, not a pipe`,
  ],
  ["a folder", (file) => mkdirSync(file), (file) => `${file} must be a regular file, not a directory`],
  [
    "a device that has no end",
    (file) => symlinkSync("/dev/zero", file),
    (file) => `${file} must be a regular file, not a device`,
  ],
  ["nothing", () => {}, (file) => `${file} must be readable: ENOENT: no such file or directory`],
])("reads %s", async (name, make, read) => {
  // The name contains characters that are a pattern on a command line.
  const file = join(folder, `[${name}]*`);
  make(file);
  const found = await readPolicyFile(file);
  expect(found.ok ? found.value : found.error).toEqual(typeof read === "string" ? [{ file, text: read }] : read(file));
});

const directory = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};

describe("a directory", () => {
  it("has the files of a mounted ConfigMap by the names of their links", async () => {
    const { folder: mounted, swap, remove } = mountFolder({ "b.yaml": "b: 1", "a.yml": "a: 1", "notes.txt": "no" });
    expect(await readPolicyDirectory(mounted)).toEqual(
      ok([
        { file: join(mounted, "a.yml"), text: "a: 1" },
        { file: join(mounted, "b.yaml"), text: "b: 1" },
      ]),
    );
    swap({ "c.json": "{}" });
    expect(await readPolicyDirectory(mounted)).toEqual(ok([{ file: join(mounted, "c.json"), text: "{}" }]));
    remove();
  });

  it("can be a link to a directory", async () => {
    const target = directory("target");
    writeFileSync(join(target, "a.yaml"), "a: 1");
    symlinkSync(target, join(folder, "link"));
    expect(await readPolicyDirectory(join(folder, "link"))).toEqual(
      ok([{ file: join(folder, "link", "a.yaml"), text: "a: 1" }]),
    );
  });

  it("ignores hidden files and subdirectories with other names", async () => {
    const path = directory("hidden");
    for (const name of [".a.yaml", "a.yaml~", "b.yaml"]) writeFileSync(join(path, name), "b: 1");
    mkdirSync(join(path, "more"));
    expect(await readPolicyDirectory(path)).toEqual(ok([{ file: join(path, "b.yaml"), text: "b: 1" }]));
  });

  it.each<readonly [string, (path: string) => void, RegExp]>([
    [
      "no policy files",
      (path) => writeFileSync(join(path, "a.txt"), "a"),
      /no-policy-files must contain a policy: a file whose name/,
    ],
    [
      "more than 1 MiB together",
      (path) => ["a.yaml", "b.yaml"].map((name) => writeFileSync(join(path, name), "a".repeat(limit / 2 + 1))),
      /more-than-1-MiB-together must not contain policy files of more than 1048576 bytes together$/,
    ],
    [
      "a pipe",
      (path) => execFileSync("mkfifo", [join(path, "a.yaml")]),
      /a-pipe\/a.yaml must be a regular file, not a pipe$/,
    ],
    [
      "a directory with such a name",
      (path) => mkdirSync(join(path, "a.yaml")),
      /a.yaml must be a regular file, not a directory$/,
    ],
    ["other bytes", (path) => writeFileSync(join(path, "a.yaml"), Uint8Array.of(0xff)), /a.yaml must be UTF-8$/],
    ["nothing", (path) => rmSync(path, { recursive: true }), /nothing must be readable: ENOENT/],
  ])("is rejected with %s", async (name, make, error) => {
    const path = directory(name.replaceAll(" ", "-"));
    make(path);
    expect(await readPolicyDirectory(path)).toEqual(failed(expect.stringMatching(error)));
  });

  it("is one version, even if the version changes during a read", async () => {
    const contents = (version: number) =>
      Object.fromEntries(["a.yaml", "b.yaml", "c.yaml"].map((name) => [name, `v: ${version}`]));
    const { folder: mounted, swap, remove } = mountFolder(contents(0));
    const seen = new Set<string>();
    for (let version = 1; version <= 50; version++) {
      const reading = readPolicyDirectory(mounted);
      await setImmediate();
      swap(contents(version));
      const read = await reading;
      if (!read.ok) throw new Error(read.error);
      expect(new Set(read.value.map(({ text }) => text)).size).toBe(1);
      seen.add(read.value[0]?.text ?? "");
    }
    expect(seen.size).toBeGreaterThan(10);
    remove();
  });
});
