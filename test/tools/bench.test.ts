import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const bench = join(import.meta.dirname, "../../bench");
const files = readdirSync(bench, { recursive: true, encoding: "utf8" });
const scripts = files.filter((file) => file.endsWith(".mjs"));
const modules = files.filter((file) => file.endsWith("/go.mod"));

/**
 * Benchmarks take minutes and need an idle machine. These tests only parse the scripts, and run `go
 * vet` in the Go modules.
 */
describe("a benchmark", () => {
  it("exists", () => {
    expect(scripts).toContain("server.mjs");
    expect(modules).toHaveLength(2);
  });

  it.each(scripts)("%s parses", (script) => {
    execFileSync(process.execPath, ["--check", join(bench, script)]);
  });

  it.each(modules)("%s passes go vet", { timeout: 3_600_000 }, (module) => {
    execFileSync("go", ["vet", "./..."], { cwd: join(bench, module, ".."), env: { ...process.env, GOWORK: "off" } });
  });
});
