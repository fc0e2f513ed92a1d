import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { starterFiles } from "../../../src/cli/init/starter-files.ts";
import { checkoutBin, runScenario } from "../../harness/run-scenario.ts";

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>>;
}

const { env, jobs }: Workflow = parse(starterFiles.get(".github/workflows/lease-guard.yml") ?? "");
const steps = jobs["lease-guard"]?.steps ?? [];
const scripts = new Map(steps.flatMap(({ name, run }) => (name !== undefined && run !== undefined ? [[name, run] as const] : [])));

const bin = checkoutBin();
afterAll(() => rmSync(bin, { recursive: true }));

/** Runs the script of a step in a repository with the files of `init`, as GitHub runs it. */
async function runStep(name: string, variables: Readonly<Record<string, string>>) {
  const assignments = Object.entries(variables).map(([variable, value]) => `export ${variable}='${value}'\n`);
  const command = `set -eo pipefail\n${assignments.join("")}${scripts.get(name)}`;
  const anything = { text: "", contains: false };
  const expected = new Map([
    ["status", { text: "0\n", contains: false }],
    ...["stdout", "stderr"].map((stream) => [stream, anything] as const),
  ]);
  return (await runScenario({ title: name, files: starterFiles, stdin: "", command, expected }, bin)).actual;
}

describe("the workflow of init", () => {
  it("has a script for each step", () => {
    expect([...scripts.keys()]).toEqual([
      "Check the variables",
      "Install lease-guard",
      "Check the policy",
      "Test the policy",
      "Check the manifests",
    ]);
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

  it.each(["Check the policy", "Test the policy", "Check the manifests"])("%s: passes with the files of init", async (name) => {
    expect(await runStep(name, {})).toContain("==== status ====\n0\n");
  });

  it("installs in the way that README.md describes", () => {
    expect(scripts.get("Install lease-guard")).toContain('npm ci\nnpm install --global "$(npm pack --silent)"\n');
  });
});
