import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkoutBin, readScenarios, runScenario } from "../harness/run-scenario.ts";

const checkout = join(import.meta.dirname, "../..");

describe("on a terminal", () => {
  const bin = checkoutBin();
  afterAll(() => rmSync(bin, { recursive: true }));

  it.each(readScenarios(import.meta.dirname))("%s", async (_, scenario) => {
    const { actual, expected } = await runScenario(scenario, bin);
    expect(actual, scenario.title).toBe(expected);
  });
});

describe("an installation from a packed tarball", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-installed-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() => {
    const npm = (cwd: string, ...args: readonly string[]): string =>
      execFileSync("npm", args, { cwd, encoding: "utf8" });
    // Scripts are disabled, because the build is complete and other tests use its output at the
    // same time.
    const [packed] = JSON.parse(npm(checkout, "pack", "--json", "--ignore-scripts", `--pack-destination=${folder}`));
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    npm(
      folder,
      "install",
      "--silent",
      "--ignore-scripts",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      join(folder, packed.filename),
    );
  });

  // Matches a scenario that runs rules, and scenarios of every command that reads a file of the
  // package.
  const names = /^(check\/denied|terminal\/version|cli\/rules\/|cli\/schema\/|cli\/completion\/bash)/;
  const scenarios = readScenarios().filter(([name]) => names.test(name));

  it.each(scenarios)("%s", async (_, scenario) => {
    const { actual, expected } = await runScenario(scenario, join(folder, "node_modules/.bin"));
    expect(actual, scenario.title).toBe(expected);
  });
});
