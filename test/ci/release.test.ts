import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { closeSection, releaseNotes, sectionOf } from "../../scripts/release/changelog.ts";
import { checkout, removeCheckouts, run, runScript } from "./checkout.ts";

const changelog =
  "# Changelog\n\nText.\n\n## Unreleased\n\n### Added\n\n- b\n\n## 0.1.0 - 2026-01-02\n\n### Added\n\n- a\n";
const empty = "# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-02\n\n- a\n";

describe("the changelog", () => {
  it.each([
    [changelog, "Unreleased", "### Added\n\n- b"],
    [changelog, "0.1.0", "### Added\n\n- a"],
    [changelog, "0.1", undefined],
    [empty, "Unreleased", undefined],
  ])("%j has a section %s", (text, heading, expected) => expect(sectionOf(text, heading)).toBe(expected));

  it("gives the notes of a version, or the unreleased changes", () => {
    expect(releaseNotes(changelog, "0.1.0")).toBe("### Added\n\n- a\n");
    expect(releaseNotes(changelog, "0.2.0")).toBe("### Added\n\n- b\n");
    expect(() => releaseNotes(empty, "0.2.0")).toThrow("CHANGELOG.md has no section 0.2.0, and no unreleased changes");
  });

  it("gets a version and a date", () => {
    const closed = closeSection(changelog, "0.2.0", "2026-03-04");
    expect(closed).toContain("\n## Unreleased\n\n## 0.2.0 - 2026-03-04\n\n### Added\n\n- b\n\n## 0.1.0");
    expect(sectionOf(closed, "Unreleased")).toBeUndefined();
    expect(() => closeSection("# Changelog\n", "0.2.0", "2026-03-04")).toThrow(
      "CHANGELOG.md must have a section Unreleased",
    );
  });
});

const manifest = JSON.stringify({ name: "lease-guard", version: "0.1.0" }, null, 2);

/** Returns a checkout with one commit. */
function repository(files: Readonly<Record<string, string>>): string {
  const root = checkout([], { "package.json": manifest, "package-lock.json": '{"packages":{"":{}}}', ...files });
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: root, stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message=a");
  return root;
}

afterAll(removeCheckouts);

describe("npm run release", () => {
  const addresses = ["--repository=https://git.example.com/a/b", "--image=registry.example.com/a/b"];

  it.each([
    [["--dry-run", "1"], 'VERSION "1" must be three numbers, such as 0.2.0\n'],
    [["--dry-run", "--output=scripts"], "--output scripts exists, and contains no release\n"],
    [["--prepare", "0.2.0"], "CHANGELOG.md has no changes in the section Unreleased\n"],
    [["--prepare", "0.1.0"], "CHANGELOG.md already has a section 0.1.0\n"],
    [addresses, "the tag v0.1.0 is not at this commit\n"],
  ])("with %j ends with an error", (args, output) => {
    expect(runScript(repository({ "CHANGELOG.md": empty }), "release", ...args)).toEqual({ status: 2, output });
  });

  it.each([
    [[]],
    [["--prepare"]],
    [["--unknown"]],
    [["--repository=https://git.example.com/a"]],
    [["0.1.0", "0.2.0"]],
    [["0.1.0", ...addresses]],
  ])("with %j prints the usage", (args) => {
    expect(runScript(repository({ "CHANGELOG.md": empty }), "release", ...args)).toMatchObject({
      status: 2,
      output: expect.stringMatching(/^usage:\n/),
    });
  });

  it("rejects a commit that is not ready, and addresses that are not complete", () => {
    const root = repository({ "CHANGELOG.md": changelog.replace("0.1.0", "0.0.1"), "new.txt": "" });
    run(root, "rm", "new.txt");
    const { status, output } = runScript(
      root,
      "release",
      "--repository=http://git.example.com/a",
      "--image=lease-guard:1",
    );
    expect({ status, lines: output.trim().split("\n") }).toEqual({
      status: 2,
      lines: [
        "CHANGELOG.md has no section 0.1.0",
        "the working tree has changes that are not committed",
        "the tag v0.1.0 is not at this commit",
        "--repository http://git.example.com/a must be an https URL without a slash at its end",
        "--image lease-guard:1 must be HOST/NAME in lower case, without a tag",
      ],
    });
  });

  it("--prepare sets the version only where it is the version of lease-guard", () => {
    const root = repository({
      "CHANGELOG.md": changelog.replace("## 0.1.0", "## 0.0.1"),
      "manifests/a.yaml": "image: lease-guard:0.1.0\nother: etcd:0.1.0\n",
      "docs/a.md": "lease-guard 0.1.0, node 0.1.0\n",
    });
    const { status, output } = runScript(root, "release", "--prepare", "0.2.0");
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringMatching(/^changed CHANGELOG\.md\nchanged docs\/a\.md\n/),
    });
    const read = (path: string): string => readFileSync(join(root, path), "utf8");
    expect(read("manifests/a.yaml")).toBe("image: lease-guard:0.2.0\nother: etcd:0.1.0\n");
    expect(read("docs/a.md")).toBe("lease-guard 0.2.0, node 0.1.0\n");
    expect(JSON.parse(read("package-lock.json"))).toEqual({ version: "0.2.0", packages: { "": { version: "0.2.0" } } });
    expect(JSON.parse(read("package.json"))).toMatchObject({ version: "0.2.0" });
    expect(read("CHANGELOG.md")).toContain("\n## 0.2.0 - 2");
  });
});
