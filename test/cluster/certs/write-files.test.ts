import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFiles } from "../../../src/cluster/certs/write-files.ts";
import { failed, ok } from "../../../src/core/field/result.ts";

const files = [
  { name: "tls.crt", content: "certificate", mode: 0o666 },
  { name: "tls.key", content: "key", mode: 0o600 },
];

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "certs-"));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

async function found(directory: string): Promise<readonly string[]> {
  const names = (await readdir(directory)).sort();
  return Promise.all(
    names.map(async (name) => {
      const { mode } = await stat(join(directory, name));
      return `${name} ${(mode & 0o777).toString(8)} ${await readFile(join(directory, name), "utf8")}`;
    }),
  );
}

const written = ["tls.crt 666 certificate", "tls.key 600 key"];

test("creates the directory, and the files with their modes regardless of the umask", async () => {
  expect(await writeFiles(join(root, "out"), files)).toEqual(ok(undefined));
  expect(await found(join(root, "out"))).toEqual(written);
});

test("replaces a file that any user can read, and does not change other files", async () => {
  await writeFile(join(root, "tls.key"), "old", { mode: 0o644 });
  await writeFile(join(root, "mine"), "mine", { mode: 0o640 });
  expect(await writeFiles(root, files)).toEqual(ok(undefined));
  expect(await found(root)).toEqual(["mine 640 mine", ...written]);
});

test("replaces a symbolic link instead of following it", async () => {
  await mkdir(join(root, "out"));
  await writeFile(join(root, "elsewhere"), "untouched");
  await symlink("../elsewhere", join(root, "out", "tls.key"));
  expect(await writeFiles(join(root, "out"), files)).toEqual(ok(undefined));
  expect(await readFile(join(root, "elsewhere"), "utf8")).toBe("untouched");
  expect(await found(join(root, "out"))).toEqual(written);
});

test("writes into a directory that is a symbolic link", async () => {
  await mkdir(join(root, "real"));
  await symlink("real", join(root, "link"));
  expect(await writeFiles(join(root, "link"), files)).toEqual(ok(undefined));
  expect(await found(join(root, "real"))).toEqual(written);
});

const refusals = {
  "missing/out": "must be inside a directory that exists",
  file: "must be a directory",
  "file/out": "must be a directory",
  dangling: "must be a directory",
  taken: "must not have a directory in the place of a file",
  ["long".repeat(100)]: "must be writable: ENAMETOOLONG: name too long",
  "loop/out": "must be writable: ELOOP: too many symbolic links encountered",
};

test.each(Object.entries(refusals))("rejects %s: %s", async (name, problem) => {
  await writeFile(join(root, "file"), "");
  await symlink("nowhere", join(root, "dangling"));
  await symlink("loop", join(root, "loop"));
  await mkdir(join(root, "taken", "tls.key"), { recursive: true });
  expect(await writeFiles(join(root, name), files)).toEqual(
    failed(`output directory "${join(root, name)}" ${problem}`),
  );
  expect((await readdir(root)).sort()).toEqual(["dangling", "file", "loop", "taken"]);
  expect((await readdir(join(root, "taken"))).filter((entry) => entry.startsWith("."))).toEqual([]);
});

test("throws for a bug of the caller", async () => {
  await expect(writeFiles(root, [{ name: "a", content: "", mode: Number.NaN }])).rejects.toThrow();
});
