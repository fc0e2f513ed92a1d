import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import * as module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../harness/cli.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lease-guard-main-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function version(env: Readonly<Record<string, string | undefined>>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "version"], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const said = { status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/), stderr: "" };

describe("the compile cache", () => {
  it("is in the user's cache directory, if Node supports it", () => {
    expect(version({ XDG_CACHE_HOME: folder })).toEqual(said);
    expect(existsSync(join(folder, "lease-guard"))).toBe("enableCompileCache" in module);
  });

  it.each([
    ["a folder that is not there", () => ({ XDG_CACHE_HOME: join(main, "cache") })],
    ["a folder that is a file", () => ({ XDG_CACHE_HOME: occupied() })],
    ["a home without a folder for caches", () => ({ XDG_CACHE_HOME: undefined, HOME: "/proc/none" })],
    ["no home", () => ({ XDG_CACHE_HOME: undefined, HOME: undefined })],
  ])("is not used, without a message: %s", (_, env) => {
    expect(version(env())).toEqual(said);
  });

  function occupied(): string {
    const caches = mkdtempSync(join(folder, "occupied-"));
    writeFileSync(join(caches, "lease-guard"), "");
    return caches;
  }
});

describe("start", () => {
  // The limit is close to the current size, of which commander needs 80 kB and the checks of flags
  // need 20 kB. The size therefore exceeds the limit if an action no longer loads its code with
  // import().
  it("reads less than 122 kB to print the version", () => {
    const coverage = join(folder, "coverage");
    expect(version({ NODE_V8_COVERAGE: coverage })).toEqual(said);
    const { result } = JSON.parse(readFileSync(join(coverage, readdirSync(coverage)[0] ?? ""), "utf8")) as {
      readonly result: readonly { readonly url: string }[];
    };
    const sizes = result
      .filter(({ url }) => url.startsWith("file:"))
      .map(({ url }) => statSync(fileURLToPath(url)).size);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(122_000);
  });

  // Loading node:crypto takes 4 ms.
  it("does not load node:crypto to check a file", () => {
    const file = join(folder, "lease.yaml");
    writeFileSync(file, "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: a }\n");
    const { status, stderr } = spawnSync(process.execPath, [main, "check", file], {
      env: { ...process.env, NODE_DEBUG: "module" },
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(stderr).toContain("load built-in module node:fs");
    expect(stderr).not.toContain("load built-in module node:crypto");
  });
});
