import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Returns the files that are committed, and the files that `git add` would add. */
function projectFiles(pattern: string): readonly string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", pattern];
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
}

/**
 * `bench.test.ts` runs `go vet` in the modules of `bench`. The `record.mjs` files run it in the
 * modules that they create, and two tests of `test/live/versions` run it in the module that needs a
 * newer Go, and in the one with the many packages of kube-state-metrics.
 */
describe("the Go programs", () => {
  const files = projectFiles("*.go");
  const modules = projectFiles("test/*/go.mod")
    .map(dirname)
    .filter((module) => !["test/live/kube-state-metrics", "test/live/recovering-elector"].includes(module));

  it("exist", () => {
    expect(files).toContain("test/tools/go-elections/main.go");
    expect(modules).toContain("test/tools/go-vectors");
  });

  it("have the format of gofmt", () => {
    const goRoot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
    expect(execFileSync(join(goRoot, "bin/gofmt"), ["-l", ...files], { cwd: root, encoding: "utf8" })).toBe("");
  });

  it.each(modules)("%s passes go vet", { timeout: 600_000 }, (module) => {
    execFileSync("go", ["vet", "./..."], { cwd: join(root, module), env: { ...process.env, GOWORK: "off" } });
  });
});
