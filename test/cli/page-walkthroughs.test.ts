import { readFileSync, rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { checkoutBin, runScenario } from "../../harness/run-scenario.ts";

const page = readFileSync("docs/testing-policies.md", "utf8");

/** The YAML blocks of the page, each with the file name before the block. */
const blocks = page.matchAll(/`([a-z]+\.yaml)`:?\n\n```yaml\n(.*?)```/gs);
const files = new Map([...blocks].map(([, name = "", text = ""]) => [name, text]));
const commands = [...page.matchAll(/```console\n\$ ([^\n]*)\n(.*?)```/gs)].map(([, command = "", stdout = ""]) => ({ command, stdout }));

const bin = checkoutBin();
afterAll(() => rmSync(bin, { recursive: true }));

describe("docs/testing-policies.md", () => {
  it("has two files and two commands", () => {
    expect([...files.keys()]).toEqual(["policy.yaml", "controller.yaml"]);
    expect(commands).toHaveLength(2);
  });

  it.each(commands)("shows the exact output of $command", async ({ command, stdout }) => {
    const expected = new Map([
      ["stdout", { text: stdout, contains: false }],
      ["stderr", { text: "", contains: false }],
    ]);
    const { actual, expected: wanted } = await runScenario({ title: command, files, stdin: "", command, expected }, bin);
    expect(actual).toBe(wanted);
  });
});
