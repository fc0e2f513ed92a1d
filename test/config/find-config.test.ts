import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { configName, findConfig } from "../../src/config/find-config.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "lease-guard-config-")));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/**
 * The files of a tree. `found` is the directory of the settings file that a search from `a/b`
 * finds.
 */
const trees: Readonly<Record<string, { readonly files: readonly string[]; readonly found?: string }>> = {
  "the directory itself": { files: ["a/b/config"], found: "a/b" },
  "the root of the repository": { files: [".git/HEAD", "config"], found: "." },
  "the nearest of two": { files: [".git/HEAD", "config", "a/config"], found: "a" },
  "a worktree, whose .git is a file": { files: ["a/.git", "a/config"], found: "a" },
  "above the root of the repository": { files: ["a/.git", "config"] },
  "above a directory of no repository": { files: ["a/config"] },
  "no file at all": { files: [".git/HEAD"] },
};

describe("the place of the settings file", () => {
  it.each(Object.entries(trees))("%s", (_, { files, found }) => {
    mkdirSync(join(root, "a/b"), { recursive: true });
    for (const file of files) {
      const path = join(root, file.replace(/config$/, configName));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "");
    }
    expect(findConfig(join(root, "a/b"))).toBe(found === undefined ? undefined : join(root, found, configName));
  });
});
