import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { checkoutBin } from "../harness/run-scenario.ts";

const page = readFileSync("docs/testing-policies.md", "utf8");

/** Blocks of YAML by the file that is named last before them, and commands with what they print. */
const files = [...page.matchAll(/`([a-z]+\.yaml)`:?\n\n```yaml\n(.*?)```/gs)].map(([, name = "", text = ""]) => [name, text] as const);
const commands = [...page.matchAll(/```console\n\$ ([^\n]*)\n(.*?)```/gs)].map(([, command = "", output = ""]) => [command, output] as const);

it("is true to the letter", async () => {
  expect(files.map(([name]) => name)).toEqual(["policy.yaml", "controller.yaml"]);
  expect(commands).toHaveLength(2);
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-page-"));
  const bin = checkoutBin();
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  for (const [command, output] of commands) {
    const env = { PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(":") };
    const said = await new Promise((resolve) =>
      execFile("bash", ["-c", command], { cwd: folder, env }, (_error, stdout, stderr) => resolve(stdout + stderr)),
    );
    expect(said).toBe(output);
  }
  for (const each of [folder, bin]) rmSync(each, { recursive: true });
});
