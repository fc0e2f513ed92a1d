import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sectionOf, unreleased } from "../../scripts/release/changelog.ts";
import { comparable, renderedChart } from "./rendered-chart.ts";

const root = join(import.meta.dirname, "../..");
const { version: current, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/**
 * The next minor version, so that the script also sets the version and generates the files again.
 */
const version = current.replace(
  /^(\d+)\.(\d+)\..*$/,
  (_: string, major: string, minor: string) => `${major}.${Number(minor) + 1}.0`,
);
const folder = mkdtempSync(join(tmpdir(), "lease-guard-release-test-"));
const output = join(folder, "release");
const tarball = `lease-guard-${version}.tgz`;

const file = (name: string): string => join(output, name);
const read = (name: string): string => readFileSync(file(name), "utf8");
const run = (command: string, args: readonly string[], cwd = output): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
/** Returns the state of the checkout, and the time of its last build. */
const state = (): string =>
  run("git", ["-c", `safe.directory=${root}`, "status", "--porcelain"], root) + statSync(join(root, "dist")).mtimeMs;

describe("npm run release -- --dry-run VERSION", () => {
  let printed = "";
  let before = "";
  beforeAll(() => {
    before = state();
    printed = run("npm", ["run", "--silent", "release", "--", "--dry-run", version, `--output=${output}`], root);
  }, 1_800_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("changes no file of the checkout, and prints that nothing is published", () => {
    expect(state()).toBe(before);
    expect(printed).toMatch(/ Its addresses are examples\. Nothing is published\.\n$/);
  });

  test("writes these files, with checksums that sha256sum verifies", () => {
    const files = [
      ...["SHA256SUMS", `lease-guard-${version}.cdx.json`, tarball, `lease-guard-chart-${version}.tgz`],
      ...[`lease-guard-site-${version}.tgz`, "notes.md"],
    ];
    expect(readdirSync(output).toSorted()).toEqual(files);
    const verified = run("sha256sum", ["-c", "--strict", "SHA256SUMS"]).trim().split("\n");
    expect(verified).toEqual(files.slice(1).map((name) => `${name}: OK`));
  });

  test("writes an npm package that installs without a registry and runs", () => {
    run(
      "npm",
      ["install", "--silent", "--ignore-scripts", "--offline", `--prefix=${folder}/installed`, file(tarball)],
      folder,
    );
    for (const name of Object.keys(bin)) {
      expect(run(join(folder, "installed/node_modules/.bin", name), ["version"])).toBe(`${version}\n`);
    }
  });

  test("writes no path of this machine to the npm package", () => {
    run("tar", ["-xzf", tarball, `--directory=${folder}`]);
    const texts = readdirSync(join(folder, "package/dist/cli")).map((name) =>
      readFileSync(join(folder, "package/dist/cli", name), "utf8"),
    );
    expect(texts.filter((text) => text.includes("../node_modules/") || text.includes(root))).toEqual([]);
  });

  test("sets the version in the files of the npm package, and closes its section of the changelog", () => {
    const packed = (path: string): string => readFileSync(join(folder, "package", path), "utf8");
    expect(sectionOf(packed("CHANGELOG.md"), version)).not.toBeUndefined();
    expect(packed("docs/versioning.md")).toContain(`The table describes lease-guard ${version}.\n`);
    // `npm run generate` writes this file again.
    expect(packed("manifests/components/policies/policies.yaml")).toContain(`lease-guard.dev/version: ${version}\n`);
  });

  test("writes the SBOM of the npm package", () => {
    const { bomFormat, metadata, components } = JSON.parse(read(`lease-guard-${version}.cdx.json`));
    expect({ bomFormat, component: metadata.component }).toMatchObject({
      bomFormat: "CycloneDX",
      component: { version },
    });
    expect(components.length).toBeGreaterThan(10);
  });

  test("writes a chart whose image is that of the release", async () => {
    const chart = file(`lease-guard-chart-${version}.tgz`);
    const checkout = await renderedChart("4", { set: ["image.repository=example.invalid/lease-guard"] });
    expect(comparable(await renderedChart("4", { chart }))).toEqual(
      comparable(JSON.parse(JSON.stringify(checkout).replaceAll(current, version))),
    );
  });

  test("writes the site with the playground and the schemas", () => {
    const names = run("tar", ["-tzf", `lease-guard-site-${version}.tgz`]).split("\n");
    expect(names).toEqual(
      expect.arrayContaining([
        "./index.html",
        "./playground/index.html",
        "./schemas/lease-guard.dev/v1alpha1/policy.json",
      ]),
    );
  });

  test("writes the section of the changelog as notes", () => {
    const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
    expect(read("notes.md")).toBe(`${sectionOf(changelog, version) ?? sectionOf(changelog, unreleased)}\n`);
  });
});
