import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { copyCheckout } from "../harness/copy-checkout.ts";

vi.setConfig({ hookTimeout: 300_000 });

interface Step {
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly [build: Step, check: Step] };
}

const action = parse(readFileSync("action.yml", "utf8")) as Action;
const [build, check] = action.runs.steps;
const root = mkdtempSync(join(tmpdir(), "lease-guard-action-"));

/**
 * The directory for the files of the action, and the directory for the files of the repository that
 * uses the action. A runner has the same two directories.
 */
const own = join(root, "own");
const workspace = join(root, "workspace");

const lease = (seconds: number): string =>
  `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: a}\nspec: {leaseDurationSeconds: ${seconds}}\n`;

/** A program in the repository that the action must not run. */
const hostile = `#!/usr/bin/env node\nrequire("fs").writeFileSync(${JSON.stringify(join(workspace, "ran"))}, "");\n`;
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

/**
 * Files in the repository. Each file except the two manifests tries to make the action run code of
 * the repository instead of the action's code.
 */
const repository: Readonly<Record<string, string>> = {
  "good.yaml": lease(15),
  "bad lease.yaml": lease(0),
  ".npmrc": `registry=http://127.0.0.1:1/\nscript-shell=${workspace}/evil.js\nnode-options=--require ${workspace}/evil.js\nignore-scripts=false\n`,
  "package.json": JSON.stringify({
    name: "lease-guard",
    version,
    type: "module",
    scripts: { build: "node evil.js", prepare: "node evil.js" },
  }),
  "evil.js": hostile,
  "dist/cli/main.js": hostile,
  "node_modules/.bin/lease-guard": hostile,
  "node_modules/.bin/npm": hostile,
  "node_modules/commander/index.js": hostile,
  "node_modules/lease-guard/package.json": JSON.stringify({ name: "lease-guard", version, bin: { "lease-guard": "main.js" } }),
  "node_modules/lease-guard/main.js": hostile,
};

beforeAll(() => {
  copyCheckout(own);
  for (const [path, text] of Object.entries(repository)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text, { mode: 0o755 });
  }
  expect(runStep(build, {})).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(root, { recursive: true }));

/**
 * Runs a step in the same way as a runner. Bash runs the script in the repository, with the inputs
 * in environment variables.
 */
function runStep(
  { env = {}, run }: Step,
  inputs: Readonly<Record<string, string>>,
): { readonly status: number | null; readonly stdout: string } {
  const given = Object.entries(env).map(([name, expression]) => {
    const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1] ?? "";
    return [name, inputs[input] ?? action.inputs[input]?.default];
  });
  const variables = { ...process.env, GITHUB_ACTION_PATH: own, npm_config_prefer_offline: "true" };
  const all = { ...variables, ...(Object.fromEntries(given) as Record<string, string>) };
  return spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], { cwd: workspace, env: all, encoding: "utf8" });
}

describe("the action", () => {
  it("has a description, and passes its inputs only through the environment", () => {
    expect(Object.keys(action).sort()).toEqual(["description", "inputs", "name", "runs"]);
    expect(action.runs.using).toBe("composite");
    expect(action.runs.steps).toHaveLength(2);
    for (const { shell, run } of action.runs.steps) {
      expect(shell).toBe("bash");
      expect(run).not.toContain("${{");
    }
    expect(Object.values(check.env ?? {}).sort()).toEqual(
      Object.keys(action.inputs)
        .map((input) => `\${{ inputs.${input} }}`)
        .sort(),
    );
    for (const input of Object.values(action.inputs))
      expect(input).toEqual({ description: expect.any(String), default: expect.any(String) });
  });

  it("annotates, writes SARIF and fails", () => {
    const { status, stdout } = runStep(check, { paths: "good.yaml\nbad lease.yaml\n", "sarif-file": "out.sarif" });
    expect({ status, lines: stdout.split("\n") }).toEqual({
      status: 1,
      lines: expect.arrayContaining([expect.stringMatching(/^::error file=bad lease\.yaml,line=4,/)]) as unknown,
    });
    expect(JSON.parse(readFileSync(join(workspace, "out.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  });

  it("is content with good manifests", () => expect(runStep(check, { paths: "good.yaml" })).toMatchObject({ status: 0 }));

  it("builds once for all of its uses in a job", () => {
    const start = performance.now();
    expect(runStep(build, {})).toMatchObject({ status: 0 });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("runs no code of the repository", () => expect(existsSync(join(workspace, "ran"))).toBe(false));

  it.each(["$(touch ran)", "`touch ran`", "; touch ran", "--fail-on", "-o json=ran"])("takes '%s' for a path", (paths) => {
    expect(runStep(check, { paths })).toMatchObject({ status: 2 });
    expect(existsSync(join(workspace, "ran"))).toBe(false);
  });
});
