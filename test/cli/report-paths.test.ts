import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groupBy } from "../../src/report/group-by.ts";
import { runCli } from "../harness/cli.ts";
import { type OneProcess, oneProcess } from "../harness/one-process.ts";
import { files, formatsOf, leafCommands, type ReportRun, reportRuns } from "./report-runs.ts";

/** The formats that name files of a repository. The others name files as the command line does. */
const ofRepository = ["sarif", "github"];

const folder = realpathSync(mkdtempSync(join(tmpdir(), "lease-guard-paths-")));
const reports = join(folder, "reports");
mkdirSync(reports);

// Each tree contains the files of the runs in the directory `deployed`.
const [repository, worktree, plain] = ["job/repository", "worktree", "plain"].map((name) => tree(name)) as [
  ...[string, string, string],
];
mkdirSync(join(repository, ".git"));
mkdirSync(join(repository, "submodule/.git"), { recursive: true });
writeFileSync(join(worktree, ".git"), "gitdir: /nowhere\n");
const link = join(folder, "link");
symlinkSync(repository, link);

function tree(name: string): string {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, name, "deployed", file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return join(folder, name);
}

const processes = new Map<string, OneProcess>();
afterAll(() => {
  for (const each of processes.values()) each.end();
  rmSync(folder, { recursive: true });
});

function processIn(workspace: string): OneProcess {
  const { GITHUB_WORKSPACE: _, ...env } = process.env;
  const found = processes.get(workspace);
  const started = found ?? oneProcess(workspace === "" ? env : { ...env, GITHUB_WORKSPACE: workspace });
  processes.set(workspace, started);
  return started;
}

/** Where a run starts, the start of its paths, and the value of GITHUB_WORKSPACE. */
interface Situation {
  readonly cwd: string;
  readonly start: string;
  readonly workspace?: string;
}

const inRepository: Readonly<Record<string, Situation>> = {
  "the root": { cwd: repository, start: "deployed/" },
  "a path with a dot": { cwd: repository, start: "./deployed/" },
  "a directory below the root": { cwd: join(repository, "deployed"), start: "" },
  "a directory beside the files": { cwd: join(repository, ".git"), start: "../deployed/" },
  "an absolute path": { cwd: join(repository, "deployed"), start: `${repository}/deployed/` },
  "an absolute path through a link": { cwd: repository, start: `${link}/deployed/` },
  "a relative path through a link": { cwd: folder, start: "link/deployed/" },
  "a worktree, whose .git is a file": { cwd: join(worktree, "deployed"), start: "" },
  "a directory outside the repository": { cwd: reports, start: "../job/repository/deployed/" },
  "no repository": { cwd: plain, start: "deployed/" },
  "a workspace without .git": { cwd: join(plain, "deployed"), start: "", workspace: plain },
  "a workspace elsewhere": { cwd: join(repository, "deployed"), start: "", workspace: plain },
  "a workspace through a link": { cwd: join(repository, "deployed"), start: "", workspace: link },
  "a workspace above the repository": {
    cwd: dirname(repository),
    start: "repository/deployed/",
    workspace: dirname(repository),
  },
  "a submodule of the workspace": { cwd: join(repository, "submodule"), start: "../deployed/", workspace: repository },
  "outside the workspace": { cwd: reports, start: `${plain}/deployed/`, workspace: plain },
};

const outside: Readonly<Record<string, Situation & { readonly root?: string }>> = {
  "an absolute path": { cwd: repository, start: `${plain}/deployed/` },
  "a path that starts with ../": { cwd: repository, start: "../../plain/deployed/" },
  "a path outside the workspace": { cwd: worktree, start: "../plain/deployed/", workspace: worktree },
  "a path in another repository": { cwd: repository, start: "../../worktree/deployed/", root: worktree },
  "a path in a repository outside the workspace": {
    cwd: plain,
    start: "../worktree/deployed/",
    workspace: plain,
    root: worktree,
  },
};

/** Each format with its report. */
type Reports = readonly (readonly [format: string, report: string])[];

interface NamedRun extends ReportRun {
  readonly formats: readonly string[];
}

const names = new Set(Object.keys(files).flatMap((file) => [file, dirname(file)]));

/** One run of each command for each of its inputs. */
const runs: readonly NamedRun[] = Object.entries(reportRuns).flatMap(([name, ofCommand]) => {
  const byInput = groupBy(ofCommand, ({ args }) => args.filter((arg) => names.has(arg)).join());
  return [...byInput.values()].flatMap((same) =>
    same.slice(0, 1).map((run) => ({ ...run, formats: formatsOf(leafCommands.get(name)) })),
  );
});

const placed = (args: readonly string[], start: string): readonly string[] =>
  args.map((arg) => (names.has(arg) ? `${start}${arg}` : arg));
const outputs = (formats: readonly string[]): readonly string[] =>
  formats.flatMap((format) => ["-o", `${format}=${join(reports, format)}`]);
const written = (formats: readonly string[]): Reports =>
  formats.map((format) => [format, readFileSync(join(reports, format), "utf8")]);

async function reportsOf(
  { args, code, formats }: NamedRun,
  { cwd, start, workspace = "" }: Situation,
): Promise<Reports> {
  const ended = await processIn(workspace).run([...placed(args, start), ...outputs(formats)], cwd);
  expect(ended.code, ended.stderr).toBe(code);
  return written(formats);
}

/** The reports of each run in the root of the repository. */
const atRoot = new Map<readonly string[], Reports>();
beforeAll(async () => {
  for (const run of runs) atRoot.set(run.args, await reportsOf(run, { cwd: repository, start: "deployed/" }));
});

/** Returns the paths in the reports that name files of a repository, by format. */
function pathsIn(all: Reports): readonly (readonly [string, readonly string[]])[] {
  const named = all.filter(([format]) => ofRepository.includes(format));
  return named.map(([format, report]) => [
    format,
    Array.from(report.matchAll(/^ *"uri": "(.*)"|^::.* file=([^,]*),/gm), ([, uri, path]) => uri ?? path ?? ""),
  ]);
}

const naming = () => runs.filter(({ args }) => JSON.stringify(pathsIn(atRoot.get(args) ?? [])).includes("deployed/"));
const expectPaths = async (situation: Situation, expected: (path: string, format: string) => string): Promise<void> => {
  for (const run of naming()) {
    const paths = pathsIn(atRoot.get(run.args) ?? []);
    expect(pathsIn(await reportsOf(run, situation))).toEqual(
      paths.map(([format, ofFormat]) => [format, ofFormat.map((path) => expected(path, format))]),
    );
  }
};

it("several commands name the files of a repository", () => {
  const paths = runs.flatMap(({ args }) => pathsIn(atRoot.get(args) ?? []).flatMap(([, ofFormat]) => ofFormat));
  const input = ["warned/lease.yaml", "denied/lease.yaml", "broken/lease.yaml", "webhooks.yaml"];
  expect(new Set(paths.filter((path) => path.endsWith(".yaml")))).toEqual(
    new Set(input.map((file) => `deployed/${file}`)),
  );
});

describe("SARIF and annotations name a file by its path in the repository", () => {
  it.each(Object.entries(inRepository))("from %s", (_, situation) => expectPaths(situation, (path) => path));
});

describe("SARIF and annotations name a file outside the repository by its absolute path", () => {
  it.each(Object.entries(outside))("given by %s", (_, { root = plain, ...situation }) =>
    expectPaths(situation, (path, format) => `${format === "sarif" ? "file://" : ""}${root}/${path}`),
  );
});

it("SARIF names missing files, skipped objects, and directories by their paths in the repository", async () => {
  mkdirSync(join(repository, "overlay"));
  writeFileSync(join(repository, "overlay/kustomization.yaml"), "resources: [../base]\n");
  const run = { args: ["check", "../overlay", `${link}/deployed/missing.yaml`], code: 2, formats: ["sarif"] } as const;
  expect(pathsIn(await reportsOf(run, { cwd: join(repository, "deployed"), start: "" }))).toEqual([
    ["sarif", ["deployed/missing.yaml", "overlay/kustomization.yaml", "overlay"]],
  ]);
});

const others = (all: Reports): Reports => all.filter(([format]) => !ofRepository.includes(format));

describe("other formats name a file as the command line does", () => {
  it.each(["", "../deployed/", `${repository}/deployed/`])("from a directory below, by '%s'", async (start) => {
    for (const run of runs) {
      const expected = others(atRoot.get(run.args) ?? []).map(([format, report]) => [
        format,
        report.replaceAll("deployed/", start),
      ]);
      expect(others(await reportsOf(run, { cwd: join(repository, "deployed"), start }))).toEqual(expected);
    }
  });
});

describe("standard input", () => {
  const cwd = join(repository, "deployed");
  const readers = runs.flatMap((run) => {
    const input = run.args.findLast((arg) => names.has(arg));
    if (input === undefined) return [];
    const file = input in files ? input : `${input}/lease.yaml`;
    return [{ ...run, file, args: run.args.map((arg) => (arg === input ? file : arg)) }];
  });

  it.each(readers)("has the form of a file in each report of $args", async ({ args, code, formats, file }) => {
    const fromFile = await reportsOf({ args, code, formats }, { cwd, start: "" });
    const stdin = openSync(join(cwd, file), "r");
    try {
      const given = args.map((arg) => (arg === file ? "-" : arg));
      const ended = await runCli([...given, ...outputs(formats)], { stdin, cwd });
      expect(ended.code, ended.stderr).toBe(code);
    } finally {
      closeSync(stdin);
    }
    const named = (report: string) =>
      report
        .replaceAll(`cluster: file ${file}`, "cluster: file standard input")
        .replaceAll(`deployed/${file}`, file)
        .replaceAll(file, "-");
    expect(written(formats)).toEqual(fromFile.map(([format, report]) => [format, named(report)]));
  });
});
