import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { packageVersion } from "../package-version.ts";
import { sectionOf } from "./changelog.ts";

/** The maximum number of characters of release notes. GitHub rejects longer notes. */
const longestNotes = 125_000;

/** Returns the steps that are necessary before this commit can be released as the version. */
export function openSteps(version: string): readonly string[] {
  const notes = sectionOf(readFileSync("CHANGELOG.md", "utf8"), version);
  const isTagged = git("tag", "--points-at", "HEAD").split("\n").includes(`v${version}`);
  return [
    ...(packageVersion() === version ? [] : [`package.json has the version ${packageVersion()}, and not ${version}`]),
    ...(notes === undefined ? [`CHANGELOG.md has no section ${version}`] : []),
    ...(notes !== undefined && notes.length > longestNotes ? [`the notes have more than ${longestNotes} characters`] : []),
    ...(git("status", "--porcelain") === "" ? [] : ["the working tree has changes that are not committed"]),
    ...(isTagged ? [] : [`the tag v${version} is not at this commit`]),
  ];
}

/** Runs git, also in a checkout that another user owns, as in a CI job. */
export function git(...args: readonly string[]): string {
  return execFileSync("git", ["-c", `safe.directory=${process.cwd()}`, ...args], { encoding: "utf8" }).trim();
}
