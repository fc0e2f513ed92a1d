import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { kubernetesVersions } from "../../src/core/api/kubernetes-version.ts";
import { newest } from "../live/harness/release.ts";
import { here } from "./checkout.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly uses?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = ".github/workflows";
const read = (path: string): string => readFileSync(join(here, path), "utf8");
const { scripts, engines } = JSON.parse(read("package.json"));
const texts = Object.fromEntries(readdirSync(join(here, folder)).map((name) => [name, read(`${folder}/${name}`)]));

/**
 * Returns the actions of a workflow that are neither a commit with its version in a comment nor a
 * file of this repository.
 */
const unpinned = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\buses: (.*)$/gm), ([, action = ""]) => action).filter(
    (action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action) && !existsSync(join(here, action)),
  );

/**
 * Returns the npm scripts and the files of the repository that a workflow runs, but that do not
 * exist.
 */
function missing(text: string): readonly string[] {
  const runs = Object.values((parse(text) as Workflow).jobs).flatMap(({ steps = [] }) =>
    steps.flatMap(({ run = "" }) => run),
  );
  const named = (pattern: RegExp) => runs.flatMap((run) => Array.from(run.matchAll(pattern), ([, name = ""]) => name));
  return [
    ...named(/\bnpm run (?:--silent )?([\w:-]+)/g).filter((name) => scripts[name] === undefined),
    ...named(/(?:^|\s)((?:\.ci|scripts|test|bench|docs)\/[\w./-]+)/gm).filter((path) => !existsSync(join(here, path))),
  ];
}

/** Returns the errors in the permissions of a workflow. Only jobs with an environment may write. */
function permissionErrors(text: string): readonly string[] {
  const { permissions, jobs } = parse(text) as Workflow;
  const top =
    JSON.stringify(permissions) === JSON.stringify({ contents: "read" })
      ? []
      : ["the workflow must have contents: read"];
  const unprotected = Object.entries(jobs).filter(
    ([, job]) => Object.values(job.permissions ?? {}).includes("write") && job.environment === undefined,
  );
  return [...top, ...unprotected.map(([name]) => `${name} can write, and has no environment`)];
}

/**
 * Returns the commands of a workflow that run the install scripts of packages. Another person
 * writes these scripts, and the release has the rights to publish.
 */
const installScripts = (text: string): readonly string[] =>
  Object.values((parse(text) as Workflow).jobs)
    .flatMap(({ steps = [] }) => steps.flatMap(({ run = "" }) => run.split("\n")))
    .filter((line) => /\bnpm (?:ci|i|install)\b/.test(line) && !line.includes("--ignore-scripts"));

describe("release.yml", () => {
  const text = texts["release.yml"] ?? "";

  it("runs no install script of a package", () => expect(installScripts(text)).toEqual([]));

  it("builds the project itself, because npm does not run its script prepare", () => {
    const runs = (parse(text) as Workflow).jobs["files"]?.steps?.flatMap(({ run = [] }) => run) ?? [];
    expect(runs.slice(0, 2)).toEqual(["npm ci --ignore-scripts", "npm run build"]);
  });
});

describe.each(Object.entries(texts))("%s", (_, text) => {
  it("runs only actions at a commit", () => expect(unpinned(text)).toEqual([]));
  it("runs only scripts and files that exist", () => expect(missing(text)).toEqual([]));
  it("can only read, except for jobs with an environment", () => expect(permissionErrors(text)).toEqual([]));
  it("passes the credentials of the checkout to no step", () => {
    expect(text.split("persist-credentials: false").length).toBe(text.split("uses: actions/checkout@").length);
  });
});

describe("the checks detect", () => {
  const workflow = (step: string) => `permissions: { contents: read }\njobs:\n  a:\n    steps:\n      - ${step}\n`;

  it.each([
    ["a tag", workflow("uses: actions/checkout@v4"), unpinned],
    ["a commit without its version", workflow(`uses: actions/checkout@${"0".repeat(40)}`), unpinned],
    ["another workflow that does not exist", workflow("uses: ./.github/workflows/gone.yml"), unpinned],
    ["a script that does not exist", workflow("run: npm run gone"), missing],
    ["a file that does not exist", workflow("run: bash .ci/gone"), missing],
    ["an install script of a package", workflow("run: npm ci"), installScripts],
    ["missing permissions", "jobs: {}\n", permissionErrors],
    ["too many permissions", "permissions: write-all\njobs: {}\n", permissionErrors],
    [
      "a job that can write",
      "permissions: { contents: read }\njobs: { a: { permissions: { contents: write } } }\n",
      permissionErrors,
    ],
  ])("%s", (_, text, errors) => expect(errors(text)).toHaveLength(1));
});

/** Returns the values of a matrix. */
function matrixOf(name: string, job: string, key: string): readonly (string | number)[] {
  const text = texts[name] ?? "";
  const { strategy } = (parse(text) as Workflow).jobs[job] ?? {};
  return strategy?.matrix[key] ?? [];
}

describe("the matrix", () => {
  it("of the checks begins with the oldest supported version of Node.js", () => {
    const [oldest, ...others] = matrixOf("ci.yml", "checks", "node");
    expect(engines.node).toBe(`>=${oldest}.19`);
    expect(others).toEqual([22, 24]);
  });

  it("of the API servers has every Kubernetes version of lease-guard, and the version of the checks", () => {
    const versions = matrixOf("weekly.yml", "api-server", "kubernetes").map(String);
    expect(versions.map((version) => version.replace(/\.\d+(-\w+\.\d+)?$/, ""))).toEqual(kubernetesVersions);
    expect(versions).toContain(newest.version);
  });
});
