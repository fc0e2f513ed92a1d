import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { clusterPaths } from "../../src/terminal/cluster-paths.ts";

const root = mkdtempSync(join(tmpdir(), "lease-guard-cluster-paths-"));
afterAll(() => rmSync(root, { recursive: true }));

it("takes the files and directories, also behind links, and no pipe", () => {
  const [folder, elsewhere] = [join(root, "clusters"), join(root, "elsewhere.v2")];
  mkdirSync(folder);
  mkdirSync(elsewhere);
  for (const name of ["a.json", ".hidden.json", "notes.txt"]) writeFileSync(join(folder, name), "{}");
  symlinkSync(elsewhere, join(folder, "linked.v2"));
  symlinkSync(join(folder, "a.json"), join(folder, "b.json"));
  symlinkSync(join(root, "absent.json"), join(folder, "c.json"));
  execFileSync("mkfifo", [join(folder, "pipe.json")]);
  expect(clusterPaths(folder).map(({ name }) => name)).toEqual(["a", "b", "c", "linked.v2"]);
});
