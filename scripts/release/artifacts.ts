import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packageVersion } from "../package-version.ts";
import { releaseNotes } from "./changelog.ts";
import { setVersion } from "./set-version.ts";
import { copyCheckout, type Source, setAddresses } from "./staging.ts";

export interface Release {
  readonly version: string;
  readonly output: string;
  readonly source: Source;
}

/** Builds a copy of the checkout, and writes the files of the release to the output directory. */
export function writeArtifacts({ version, output, source }: Release): void {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-release-"));
  try {
    copyCheckout(folder);
    if (packageVersion() !== version) {
      setVersion(folder, version);
      run(folder, "npm", "run", "--silent", "generate");
    }
    setAddresses(folder, source);
    rmSync(output, { recursive: true, force: true });
    mkdirSync(output, { recursive: true });
    build(folder, resolve(output), version);
    writeFileSync(join(output, "notes.md"), releaseNotes(readFileSync("CHANGELOG.md", "utf8"), version));
    writeFileSync(join(output, "SHA256SUMS"), checksums(output));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(folder: string, output: string, version: string): void {
  run(folder, "npm", "pack", "--silent", `--pack-destination=${output}`);
  cpSync(join(folder, "dist/cli/sbom.cdx.json"), join(output, `lease-guard-${version}.cdx.json`));
  const packages = join(folder, "packages");
  run(
    folder,
    run(folder, ".ci/layer-assets", "helm-4").trim(),
    "package",
    "charts/lease-guard",
    `--destination=${packages}`,
  );
  // By default, the chart and the npm package have the same file name.
  renameSync(join(packages, `lease-guard-${version}.tgz`), join(folder, "chart.tgz"));
  cpSync(join(folder, "chart.tgz"), join(output, `lease-guard-chart-${version}.tgz`));
  run(folder, "npm", "run", "--silent", "site");
  // With these flags, the archive depends only on the content of the site.
  const steady = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
  run(folder, "tar", "-czf", join(output, `lease-guard-site-${version}.tgz`), ...steady, "-C", "site", ".");
}

/** Returns a line for each file, in the format of sha256sum. */
function checksums(output: string): string {
  const files = readdirSync(output).toSorted();
  return files.map((file) => `${sha256(join(output, file))}  ${file}\n`).join("");
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function run(cwd: string, command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
