// Sets the version of a release, or writes the files of a release to a directory, by default
// `release`. This script publishes nothing. docs/releasing.md describes each step of a release.
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { packageVersion } from "./package-version.ts";
import { writeArtifacts } from "./release/artifacts.ts";
import { sectionOf, unreleased } from "./release/changelog.ts";
import { setVersion } from "./release/set-version.ts";
import { git, type Source } from "./release/staging.ts";

const usage = `usage:
  npm run release -- --prepare VERSION
      sets the version in the checkout, and closes its section of the changelog
  npm run release -- --dry-run [VERSION] [--output DIRECTORY]
      writes the files of a release with example addresses
  npm run release -- --repository URL --image NAME [--output DIRECTORY]
      writes the files of the tagged commit`;

interface Arguments {
  readonly positionals: readonly string[];
  readonly values: {
    readonly prepare?: boolean;
    readonly "dry-run"?: boolean;
    readonly repository?: string;
    readonly image?: string;
    readonly output?: string;
  };
}

function parsedArguments(args: readonly string[]): Arguments | undefined {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { prepare: flag, "dry-run": flag, repository: text, image: text, output: text };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return undefined;
  }
}

/** Addresses for a dry run. The domain `invalid` is reserved, so no client can resolve them. */
const exampleSource: Source = {
  repository: "https://example.invalid/lease-guard",
  image: "example.invalid/lease-guard",
};

const isVersion = (text: string): boolean => /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/.test(text);

function main(args: readonly string[]): number {
  const parsed = parsedArguments(args);
  if (parsed === undefined || parsed.positionals.length > 1) return reject([usage]);
  const { positionals, values } = parsed;
  const [version = packageVersion()] = positionals;
  if (!isVersion(version)) return reject([`VERSION ${JSON.stringify(version)} must be three numbers, such as 0.2.0`]);
  const output = values.output ?? "release";
  if (values.prepare) return positionals.length === 0 ? reject([usage]) : prepare(version);
  // The script replaces the directory, so it must not be a directory with other files.
  if (existsSync(output) && !existsSync(`${output}/SHA256SUMS`))
    return reject([`--output ${output} exists, and contains no release`]);
  if (values["dry-run"]) return dryRun(version, output);
  const { repository, image } = values;
  if (repository === undefined || image === undefined || positionals.length > 0) return reject([usage]);
  return release(version, output, { repository, image });
}

function prepare(version: string): number {
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  if (sectionOf(changelog, version) !== undefined) return reject([`CHANGELOG.md already has a section ${version}`]);
  if (sectionOf(changelog, unreleased) === undefined)
    return reject([`CHANGELOG.md has no changes in the section ${unreleased}`]);
  for (const path of setVersion(".", version)) console.log(`changed ${path}`);
  console.log(
    `Run npm run generate and the checks, and commit the result. Then tag the commit with v${version}, and push the tag.`,
  );
  return 0;
}

function dryRun(version: string, output: string): number {
  for (const step of openSteps(version)) console.log(`still to do before a release: ${step}`);
  writeArtifacts({ version, output, source: exampleSource });
  console.log(`${output} contains a dry run of ${version}. Its addresses are examples. Nothing is published.`);
  return 0;
}

function release(version: string, output: string, source: Source): number {
  const errors = [...openSteps(version), ...addressErrors(source)];
  if (errors.length > 0) return reject(errors);
  writeArtifacts({ version, output, source });
  console.log(
    `${output} contains the files of ${version}. Nothing is published: the jobs of .github/workflows/release.yml publish them.`,
  );
  return 0;
}

/** Returns the steps that are necessary before this commit can be released as the version. */
function openSteps(version: string): readonly string[] {
  const isTagged = git("tag", "--points-at", "HEAD").split("\n").includes(`v${version}`);
  const hasNotes = sectionOf(readFileSync("CHANGELOG.md", "utf8"), version) !== undefined;
  return [
    ...(packageVersion() === version ? [] : [`package.json has the version ${packageVersion()}, and not ${version}`]),
    ...(hasNotes ? [] : [`CHANGELOG.md has no section ${version}`]),
    ...(git("status", "--porcelain") === "" ? [] : ["the working tree has changes that are not committed"]),
    ...(isTagged ? [] : [`the tag v${version} is not at this commit`]),
  ];
}

function addressErrors({ repository, image }: Source): readonly string[] {
  return [
    ...(/^https:\/\/[a-z0-9.-]+\/\S+[^/]$/.test(repository)
      ? []
      : [`--repository ${repository} must be an https URL without a slash at its end`]),
    ...(/^[a-z0-9.-]+\/[a-z0-9._/-]+$/.test(image)
      ? []
      : [`--image ${image} must be HOST/NAME in lower case, without a tag`]),
  ];
}

function reject(errors: readonly string[]): number {
  for (const error of errors) console.error(error);
  return 2;
}

process.exitCode = main(process.argv.slice(2));
