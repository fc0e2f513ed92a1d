import { readFileSync, rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { starterFiles } from "../../../src/cli/init/run.ts";
import { here } from "../../ci/checkout.ts";
import { action, createJob } from "../../harness/action.ts";
import { checkoutBin, runScenario } from "../../harness/run-scenario.ts";

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const { env, jobs }: Workflow = parse(starterFiles.get(".github/workflows/lease-guard.yml") ?? "");
const steps = jobs["lease-guard"]?.steps ?? [];
const scripts = new Map(
  steps.flatMap(({ name, run }) => (name !== undefined && run !== undefined ? [[name, run] as const] : [])),
);

const bin = checkoutBin();
afterAll(() => rmSync(bin, { recursive: true }));

/**
 * Runs the script of a step as GitHub runs it, in a repository with the files of `init` and the
 * clone of lease-guard.
 */
async function runStep(name: string, variables: Readonly<Record<string, string>>) {
  const assignments = Object.entries(variables).map(([variable, value]) => `export ${variable}='${value}'\n`);
  const command = `ln -s '${here}' lease-guard-source\nset -eo pipefail\n${assignments.join("")}${scripts.get(name)}`;
  const anything = { text: "", contains: false };
  const expected = new Map([
    ["status", { text: "0\n", contains: false }],
    ...["stdout", "stderr"].map((stream) => [stream, anything] as const),
  ]);
  return (await runScenario({ title: name, files: starterFiles, stdin: "", command, expected }, bin)).actual;
}

describe("the workflow of init", () => {
  it("has these scripts", () => {
    expect([...scripts.keys()]).toEqual(["Check the variables", "Check the policy", "Test the policy"]);
  });

  it("names no repository, and its first step fails until the user sets one", async () => {
    expect(env).toEqual({ LEASE_GUARD_REPOSITORY: "", LEASE_GUARD_REF: "" });
    expect(await runStep("Check the variables", env)).toContain(
      "==== status ====\n1\n==== stdout ====\n::error file=.github/workflows/lease-guard.yml::set LEASE_GUARD_REPOSITORY and LEASE_GUARD_REF\n",
    );
    expect(await runStep("Check the variables", { LEASE_GUARD_REPOSITORY: "o/n", LEASE_GUARD_REF: "main" })).toContain(
      "==== status ====\n0\n",
    );
  });

  it.each(["Check the policy", "Test the policy"])("%s: passes with the files of init", async (name) => {
    expect(await runStep(name, {})).toContain("==== status ====\n0\n");
  });

  it("checks the manifests with the action in the clone, but not the manifests of the clone", () => {
    const clone = steps.find((step) => step.with?.["repository"] !== undefined)?.with?.["path"];
    const { uses, with: inputs = {} } = steps.find(({ name }) => name === "Check the manifests") ?? {};
    expect(uses).toBe(`./${clone}`);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    const [, check] = action.runs.steps;
    const operator = readFileSync("examples/operators/external-secrets.yaml", "utf8");
    const statusOf = (path: string): number | null => {
      const job = createJob(() => ({ ...Object.fromEntries(starterFiles), [path]: operator }), here);
      const { status } = job.runStep(check, inputs);
      job.remove();
      return status;
    };
    expect([`${clone}/operator.yaml`, "operator.yaml"].map(statusOf)).toEqual([0, 1]);
  });
});
