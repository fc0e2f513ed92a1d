import { rmSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { oneProcess } from "../harness/one-process.ts";
import { argumentsOf, checkoutBin, readScenarios, runScenario } from "../harness/run-scenario.ts";
import { isLong, sample } from "../harness/sample.ts";

vi.setConfig({ testTimeout: 60_000, maxConcurrency: 4 });

const scenarios = readScenarios();
const runsInOneProcess = ([, { stdin, command }]: (typeof scenarios)[number]): boolean =>
  stdin === "" && argumentsOf(command) !== undefined;
const quick = scenarios.filter(runsInOneProcess);
const slow = scenarios.filter((scenario) => !runsInOneProcess(scenario));
const bin = checkoutBin();
const shared = oneProcess({ PATH: process.env["PATH"] });
afterAll(() => {
  shared.end();
  rmSync(bin, { recursive: true });
});

describe.concurrent("the command line", () => {
  it.each(isLong ? slow : [...quick, ...sample(slow, 4)])("%s", async (_, scenario) => {
    const { actual, expected } = await runScenario(scenario, bin, shared);
    expect(actual, scenario.title).toBe(expected);
    expect(actual).not.toMatch(/\n\s+at /);
    if (!scenario.command.includes("FORCE_COLOR")) expect(actual).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe("the scenarios", () => {
  it("run in one process if their command needs no shell", () => {
    expect(quick.length).toBeGreaterThan(200);
  });

  it("are many, and no two have the same title", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(100);
    expect(new Set(scenarios.map(([, { title }]) => title)).size).toBe(scenarios.length);
  });
});
