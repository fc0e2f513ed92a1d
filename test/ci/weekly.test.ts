import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import config from "../../vitest.config.ts";
import { here } from "./checkout.ts";

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly env: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly run?: string;
  }[];
}

const read = (path: string): string => readFileSync(join(here, path), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
const { on, jobs } = parse(read(".github/workflows/weekly.yml")) as Workflow;
const { projects = [] } = config.test ?? {};
const names = projects.flatMap((project) =>
  typeof project === "object" && "test" in project ? [String(project.test?.name)] : [],
);

/** Returns the scripts of package.json that run a Vitest project. */
const scriptsOf = (project: string): readonly string[] =>
  Object.keys(scripts).filter((name) => scripts[name]?.endsWith(` --project ${project}`));

describe("npm run test:all", () => {
  const commands = scripts["test:all"]?.split(" && ").map((command) => /^npm (?:run )?(\S+)/.exec(command)?.[1]) ?? [];

  it("runs every vitest project", () => {
    expect(names.length).toBeGreaterThan(3);
    expect(names.flatMap(scriptsOf)).toEqual(commands);
  });
});

/** Returns the commands of a job. */
const runsOf = (job: Job | undefined): readonly string[] =>
  job?.steps.flatMap(({ run = "" }) => run.split("\n")).map((line) => line.trim()) ?? [];

describe("the weekly workflow", () => {
  const [job] = Object.values(jobs);
  const runs = runsOf(job);

  it("starts once a week, and on request", () => {
    expect(on).toEqual({
      schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }],
      workflow_dispatch: null,
    });
  });

  it("installs the tools and runs all tests with Node 20", () => {
    expect(runs.filter((line) => /require-tools|^npm /.test(line))).toEqual([
      expect.stringMatching(/ \.ci\/require-tools$/),
      "npm ci",
      "npm run test:all",
    ]);
    expect(job?.steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"))?.with).toEqual({
      "node-version": 20,
    });
  });

  it("runs the tests of the webhook and of the chart with each Kubernetes version", () => {
    const variable = "LEASE_GUARD_KUBERNETES_VERSION";
    expect(jobs["api-server"]?.env).toEqual({ [variable]: expect.stringContaining(" matrix.kubernetes ") });
    const files = runsOf(jobs["api-server"]).flatMap((line) => /^npm run test:\w+ -- (\S+)$/.exec(line)?.[1] ?? []);
    expect(files).toEqual(["test/live/versions/one-version.test.ts", "test/live/chart.test.ts"]);
    for (const file of files) expect(read(file)).toContain(`process.env["${variable}"]`);
  });

  it("runs the full tests of failures", () => expect(job?.env).not.toHaveProperty("LEASE_GUARD_FAULTS"));
});
