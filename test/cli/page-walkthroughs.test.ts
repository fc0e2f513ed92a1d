import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { readWalkthrough } from "../harness/page-walkthrough.ts";
import { checkoutBin, runScenario } from "../harness/run-scenario.ts";

/** The files and the number of commands of each page whose console output is exact. */
const pages: readonly { readonly page: string; readonly names: readonly string[]; readonly count: number }[] = [
  { page: "docs/testing-policies.md", names: ["policy.yaml", "controller.yaml"], count: 2 },
  { page: "docs/workloads.md", names: ["operator.yaml"], count: 1 },
  { page: "docs/related-objects.md", names: ["candidates.yaml", "deletes.yaml"], count: 2 },
];

const bin = checkoutBin();
afterAll(() => rmSync(bin, { recursive: true }));

describe.each(pages)("$page", ({ page, names, count }) => {
  const { files, commands } = readWalkthrough(page);

  it("has its files and commands", () => {
    expect([...files.keys()]).toEqual(names);
    expect(commands).toHaveLength(count);
  });

  it.each(commands)("shows the exact output of $command", async ({ command, stderr, stdout }) => {
    const expected = new Map([
      ["stdout", { text: stdout, contains: false }],
      ["stderr", { text: stderr, contains: false }],
    ]);
    const { actual, expected: wanted } = await runScenario(
      { title: command, files, stdin: "", command, expected },
      bin,
    );
    expect(actual).toBe(wanted);
  });
});
