import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chartFolder, type HelmMajor, helmProgram } from "./helm.ts";
import { writeExample } from "./overlays-example.ts";

const page = readFileSync(join(chartFolder, "../../docs/helm.md"), "utf8");

/** The YAML text of the example values on docs/helm.md. */
const exampleValues = /^```yaml\n# deploy\/values\.yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "";

/** Returns the shell blocks of docs/helm.md below a heading, up to the next heading. */
export function pageBlocks(heading?: string): readonly string[] {
  const [start = "", rest = ""] = page.split(`\n## ${heading ?? "Check the installation"}\n`);
  const section = heading === undefined ? start : (rest.split("\n## ")[0] ?? "");
  const blocks = Array.from(section.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, text = ""]) => text);
  if (blocks.length === 0) throw new Error(`docs/helm.md must have commands below ${heading ?? "its title"}`);
  return blocks;
}

/**
 * Writes the files that the commands of docs/helm.md need: the manifests, the chart, the example
 * kustomization, and the example values. The program `bin/helm` is a major version of Helm. Returns
 * the directory of the files.
 */
export function writeHelmExample(major: HelmMajor): string {
  const folder = writeExample();
  cpSync(chartFolder, join(folder, "charts/lease-guard"), { recursive: true });
  writeFileSync(join(folder, "deploy/values.yaml"), exampleValues);
  mkdirSync(join(folder, "bin"));
  symlinkSync(helmProgram(major), join(folder, "bin/helm"));
  return folder;
}
