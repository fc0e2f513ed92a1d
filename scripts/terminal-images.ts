// Draws the output of built commands in a terminal, for the pages. With --check, only compares the
// output with the images.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readWalkthrough } from "../test/harness/page-walkthrough.ts";
import { terminalSvg } from "./site/terminal-svg.ts";

const main = resolve("dist/cli/main.js");

/** The images to draw, each with its title, the files that the command needs, and the command. */
const scenes: readonly (readonly [image: string, title: string, files: ReadonlyMap<string, string>, command: string])[] = [
  [
    "terminal-check.svg",
    "lease-guard check prints a finding with its position, its object, and the line",
    new Map([
      [
        "lease.yaml",
        `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: demo, namespace: default }\nspec: { holderIdentity: "\${POD_NAME}", leaseDurationSeconds: 0 }\n`,
      ],
    ]),
    "lease-guard check lease.yaml",
  ],
  [
    "terminal-test.svg",
    "lease-guard test prints the expected finding and the actual finding of a case that fails",
    new Map([...readWalkthrough("docs/testing-policies.md").files].map(([name, text]) => [name, text.replace(/^rules:\n.*\n/m, "")])),
    "lease-guard test .",
  ],
];

for (const [image, title, files, command] of scenes) {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-terminal-"));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const [, ...args] = command.split(" ");
  const { stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: "utf8", env: { FORCE_COLOR: "1" } });
  rmSync(folder, { recursive: true });
  if (stdout === "" || stderr !== "") throw new Error(`${command} must print only to standard output: ${stderr}`);
  const file = `docs/images/${image}`;
  const svg = terminalSvg(title, command, stdout);
  if (!process.argv.includes("--check")) writeFileSync(file, svg);
  else if (svg !== readFileSync(file, "utf8")) {
    console.error(`${file} is out of date: run npm run docs`);
    process.exitCode = 1;
  }
}
