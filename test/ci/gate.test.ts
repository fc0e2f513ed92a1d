import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkout, type Ended, removeCheckouts, run, write } from "./checkout.ts";

const report = (numPassedTests: number, numTotalTests: number): string =>
  JSON.stringify({ numPassedTests, numTotalTests });

/**
 * Runs `.ci/run` in a checkout in which an early step fails. First removes the link to the packages
 * of this checkout, because `npm ci` would delete the packages.
 */
function gate(files: Readonly<Record<string, string>>): Ended {
  const root = checkout([], files);
  rmSync(join(root, "node_modules"));
  return run(root, "bash", ".ci/run");
}

afterAll(removeCheckouts);

describe(".ci/run", () => {
  const root = checkout([], {
    "good.json": report(7, 7),
    "failing.json": report(5, 7),
    "skipping.json": report(6, 7),
    "empty.json": report(0, 0),
    "cut.json": '{"numPassedTests": 7, ',
  });

  it.each([
    ["good.json", "0", "7 0"],
    ["good.json", "1", "7 1"],
    ["failing.json", "1", "5 2"],
    ["skipping.json", "0", "6 1"],
    ["empty.json", "0", "0 1"],
    ["empty.json", "1", "0 1"],
    ["cut.json", "0", "0 1"],
    ["absent.json", "1", "0 1"],
  ])("counts %s for a run that ended with %s", (file, status, counts) => {
    expect(run(root, process.execPath, ".ci/tally.mjs", file, status)).toEqual({ status: 0, output: `${counts}\n` });
  });

  it("names the tests that passed only in a second attempt", () => {
    const test = (fullName: string, failureMessages: readonly string[]): object => ({
      status: "passed",
      fullName,
      failureMessages,
    });
    const assertionResults = [test("answers", []), test("waits", ["Error: timed out"])];
    write(root, {
      "retried.json": JSON.stringify({
        numPassedTests: 2,
        numTotalTests: 2,
        testResults: [{ name: "a.test.ts", assertionResults }],
      }),
    });
    expect(run(root, process.execPath, ".ci/tally.mjs", "retried.json", "0")).toEqual({
      status: 0,
      output: "2 0\npassed only in a second attempt: a.test.ts > waits\nError: timed out\n",
    });
  });

  it("stops at the first failing step and ends with the count", () => {
    const { status, output } = gate({ "package.json": "{", ".ci/require-tools": "exit 0\n" });
    expect(status).toBe(1);
    expect(output).toMatch(/== npm ci\n/);
    expect(output).not.toContain("== format");
    expect(output).toMatch(/\n1 passed, 1 failed\n$/);
  });

  it("ends with the count if a tool is missing", () => {
    const { status, output } = gate({ ".ci/require-tools": "echo openssl is missing\nexit 1\n" });
    expect({ status, lines: output.trim().split("\n") }).toEqual({
      status: 1,
      lines: expect.arrayContaining(["openssl is missing", "0 passed, 1 failed"]),
    });
  });
});
