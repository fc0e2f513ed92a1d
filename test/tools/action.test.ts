import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { readonly shell: string; readonly env: Readonly<Record<string, string>>; readonly run: string }[];
  };
}

const action = parse(readFileSync("action.yml", "utf8")) as Action;
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
const folder = mkdtempSync(join(tmpdir(), "lease-guard-action-"));

const lease = (seconds: number): string =>
  `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: a}\nspec: {leaseDurationSeconds: ${seconds}}\n`;

let tarball: string;

beforeAll(() => {
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--silent", "--json", "--ignore-scripts", `--pack-destination=${folder}`], { encoding: "utf8" }),
  ) as readonly [{ readonly filename: string }];
  tarball = join(folder, filename);
  writeFileSync(join(folder, "good.yaml"), lease(15));
  writeFileSync(join(folder, "bad lease.yaml"), lease(0));
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Runs the only step of the action like a runner: with its inputs in the environment and its script
 * in bash.
 */
function step(inputs: Readonly<Record<string, string>>): { readonly status: number | null; readonly stdout: string } {
  const [{ env, run } = { env: {}, run: "" }] = action.runs.steps;
  const given = Object.entries(env).map(([name, expression]) => {
    const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1] ?? "";
    return [name, inputs[input] ?? action.inputs[input]?.default];
  });
  const own = { ...process.env, ...(Object.fromEntries(given) as Record<string, string>), VERSION: `file:${tarball}` };
  return spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], { cwd: folder, env: own, encoding: "utf8" });
}

describe("the action", () => {
  it("has a description, and passes its inputs only through the environment", () => {
    expect(Object.keys(action).sort()).toEqual(["description", "inputs", "name", "runs"]);
    expect(action.runs.using).toBe("composite");
    expect(action.runs.steps).toHaveLength(1);
    const [first] = action.runs.steps;
    expect(first?.shell).toBe("bash");
    expect(first?.run).not.toContain("${{");
    expect(Object.values(first?.env ?? {}).sort()).toEqual(
      Object.keys(action.inputs)
        .map((input) => `\${{ inputs.${input} }}`)
        .sort(),
    );
    for (const input of Object.values(action.inputs))
      expect(input).toEqual({ description: expect.any(String), default: expect.any(String) });
  });

  it("runs its own version", () => expect(action.inputs["version"]?.default).toBe(version));

  it("annotates, writes SARIF and fails", () => {
    const { status, stdout } = step({ paths: "good.yaml\nbad lease.yaml\n", "sarif-file": "out.sarif" });
    expect({ status, lines: stdout.split("\n") }).toEqual({
      status: 1,
      lines: expect.arrayContaining([expect.stringMatching(/^::error file=bad lease\.yaml,line=4,/)]) as unknown,
    });
    expect(JSON.parse(readFileSync(join(folder, "out.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  });

  it("succeeds for valid manifests", () => expect(step({ paths: "good.yaml" })).toMatchObject({ status: 0 }));

  it.each(["$(touch ran)", "`touch ran`", "; touch ran", "--fail-on", "-o json=ran"])("reads '%s' as a path", (paths) => {
    expect(step({ paths })).toMatchObject({ status: 2 });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });
});
