import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";

export interface Step {
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly [build: Step, check: Step] };
}

export const action = parse(readFileSync("action.yml", "utf8")) as Action;

/** The expression with the base commit of a pull request. */
export const baseExpression = `\${{ github.event.pull_request.base.sha }}`;

/** A job on a runner, in a repository that uses the action. */
export interface Job {
  readonly root: string;
  readonly workspace: string;
  readonly temporary: string;
  /**
   * Runs a step in the same way as a runner. Bash runs the script in the repository, with the
   * inputs in environment variables. `base` is the base commit of a pull request.
   */
  readonly runStep: (
    step: Step,
    inputs: Readonly<Record<string, string>>,
    base?: string,
  ) => { readonly status: number | null; readonly stdout: string };
  /** Returns the outputs of the last step, by name. */
  readonly outputs: () => Readonly<Record<string, string>>;
  /** Returns the job summary that the last step wrote. */
  readonly summary: () => string;
  readonly remove: () => void;
}

/** Creates a job whose repository contains the files. */
export function createJob(files: (workspace: string) => Readonly<Record<string, string>>, actionPath: string): Job {
  const root = mkdtempSync(join(tmpdir(), "lease-guard-action-"));
  const [workspace, temporary, output, summary] = ["workspace", "temp", "output", "summary"].map((name) =>
    join(root, name),
  ) as [...[string, string, string, string]];
  mkdirSync(temporary);
  for (const [path, text] of Object.entries(files(workspace))) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text, { mode: 0o755 });
  }
  const results = {
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: temporary,
  };
  const variables = {
    ...process.env,
    ...results,
    GITHUB_ACTION_PATH: resolve(root, actionPath),
    npm_config_prefer_offline: "true",
  };
  return {
    root,
    workspace,
    temporary,
    runStep: ({ env = {}, run }, inputs, base = "") => {
      for (const file of [output, summary]) writeFileSync(file, "");
      const given = Object.entries(env).map(([name, expression]) => [name, inputOf(expression, inputs, base)]);
      const all = { ...variables, ...(Object.fromEntries(given) as Record<string, string>) };
      return spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
        cwd: workspace,
        env: all,
        encoding: "utf8",
      });
    },
    outputs: () => {
      const lines = readFileSync(output, "utf8").split("\n").slice(0, -1);
      return Object.fromEntries(lines.map((line) => line.split("=", 2))) as Record<string, string>;
    },
    summary: () => readFileSync(summary, "utf8"),
    remove: () => rmSync(root, { recursive: true }),
  };
}

function inputOf(expression: string, inputs: Readonly<Record<string, string>>, base: string): string | undefined {
  if (expression === baseExpression) return base;
  const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1] ?? "";
  return inputs[input] ?? action.inputs[input]?.default;
}

export function leaseOf(seconds: number): string {
  return `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: a}\nspec: {leaseDurationSeconds: ${seconds}}\n`;
}
