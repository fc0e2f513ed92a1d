import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The addresses at which a release is published. The repository itself contains no address. */
export interface Source {
  /** The address of the repository on GitHub. */
  readonly repository: string;
  /** The name of the image, without a tag. */
  readonly image: string;
}

/** Runs git, also in a checkout that another user owns, as in a CI job. */
export function git(...args: readonly string[]): string {
  return execFileSync("git", ["-c", `safe.directory=${process.cwd()}`, ...args], { encoding: "utf8" }).trim();
}

/** Copies the files that a clone would have if all changes were committed. */
export function copyFiles(folder: string): void {
  const paths = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0");
  for (const path of paths.filter((each) => lstatSync(each, { throwIfNoEntry: false })?.isFile()))
    cpSync(path, join(folder, path));
}

/**
 * Copies the files that git would commit, and the installed packages. With a symbolic link to the
 * packages, the bundle would contain the paths of the packages on this machine.
 */
export function copyCheckout(folder: string): void {
  copyFiles(folder);
  // Hard links take no space, but the directory can be on another file system.
  const copies = ["-al", "-a"].some(
    (flags) => spawnSync("cp", [flags, "node_modules", folder], { stdio: "ignore" }).status === 0,
  );
  if (!copies) throw new Error("node_modules cannot be copied: run npm ci");
  rmSync(join(folder, "node_modules/.cache"), { recursive: true, force: true });
}

/** Writes the addresses of a release to the package and to the chart. */
export function setAddresses(folder: string, { repository, image }: Source): void {
  const manifest = join(folder, "package.json");
  const described = {
    ...(JSON.parse(readFileSync(manifest, "utf8")) as object),
    homepage: repository,
    repository: { type: "git", url: `git+${repository}.git` },
    bugs: `${repository}/issues`,
  };
  writeFileSync(manifest, `${JSON.stringify(described, null, 2)}\n`);
  const values = join(folder, "charts/lease-guard/values.yaml");
  const text = readFileSync(values, "utf8");
  const placeholder = /^ {2}repository: ""$/m;
  if (!placeholder.test(text)) throw new Error("values.yaml of the chart has no image.repository");
  writeFileSync(values, text.replace(placeholder, `  repository: ${image}`));
  const chart = join(folder, "charts/lease-guard/Chart.yaml");
  writeFileSync(chart, `${readFileSync(chart, "utf8")}home: ${repository}\nsources: [${repository}]\n`);
}
