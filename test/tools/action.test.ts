import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { copyFiles } from "../../scripts/release/staging.ts";
import { action, baseExpression, createJob } from "../harness/action.ts";
import { hostileCheckout } from "../harness/hostile-checkout.ts";

vi.setConfig({ hookTimeout: 1_800_000 });

const [build, check] = action.runs.steps;

const { root, workspace, runStep, outputs, summary, remove } = createJob(hostileCheckout, "own");

beforeAll(() => {
  copyFiles(join(root, "own"));
  expect(runStep(build, {})).toMatchObject({ status: 0 });
});
afterAll(remove);

describe("the action", () => {
  it("has a description, and passes its inputs only through the environment", () => {
    expect(Object.keys(action).sort()).toEqual(["description", "inputs", "name", "outputs", "runs"]);
    expect(action.runs.using).toBe("composite");
    expect(action.runs.steps).toHaveLength(2);
    for (const { shell, run } of action.runs.steps) {
      expect(shell).toBe("bash");
      expect(run).not.toContain("${{");
    }
    expect(Object.values(check.env ?? {}).sort()).toEqual(
      [...Object.keys(action.inputs).map((input) => `\${{ inputs.${input} }}`), baseExpression].sort(),
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

  it("annotates a workload that elects no leader", () => {
    writeFileSync(join(workspace, "operator.yaml"), readFileSync("examples/operators/external-secrets.yaml"));
    const { status, stdout } = runStep(check, { paths: "operator.yaml" });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=operator\.yaml,line=11,.*replicas-without-election/m);
  });

  it("is content with good manifests", () =>
    expect(runStep(check, { paths: "good.yaml" })).toMatchObject({ status: 0 }));

  it("writes its outputs and a job summary", () => {
    expect(Object.keys(action.outputs)).toEqual(["denied", "warnings", "exit-code"]);
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.check.outputs.${name} }}`);
    runStep(check, { paths: "good.yaml\nbad lease.yaml" });
    expect(outputs()).toEqual({ denied: "1", warnings: "0", "exit-code": "1" });
    expect(summary()).toContain("1 denied");
    runStep(check, { paths: "missing.yaml" });
    expect(outputs()).toMatchObject({ "exit-code": "2" });
  });

  it("passes the policy, the namespace, and the old objects", () => {
    writeFileSync(
      join(workspace, "policy.yaml"),
      `apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules: {lease/duration-within-bounds: {mode: deny, parameters: {maxSeconds: 10}}}\n`,
    );
    expect(runStep(check, { paths: "good.yaml", policy: "policy.yaml" })).toMatchObject({ status: 1 });
    expect(runStep(check, { paths: "bad lease.yaml", namespace: "team-a" }).stdout).toContain("team-a/a");
    expect(runStep(check, { paths: "good.yaml", old: "missing one.yaml\nmissing two.yaml" })).toMatchObject({
      status: 2,
    });
  });

  it("passes the level of validation, and fails if nothing is checked", () => {
    writeFileSync(
      join(workspace, "typo.yaml"),
      readFileSync(join(workspace, "good.yaml"), "utf8").replace("leaseDurationSeconds", "leaseDuration"),
    );
    writeFileSync(join(workspace, "empty.yaml"), "");
    expect(runStep(check, { paths: "typo.yaml" })).toMatchObject({ status: 1 });
    expect(runStep(check, { paths: "typo.yaml", validate: "warn" })).toMatchObject({ status: 0 });
    expect(runStep(check, { paths: "empty.yaml" })).toMatchObject({ status: 0 });
    expect(runStep(check, { paths: "empty.yaml", "fail-on-empty": "true" })).toMatchObject({ status: 2 });
  });

  it("builds once for all of its uses in a job", () => {
    const start = performance.now();
    expect(runStep(build, {})).toMatchObject({ status: 0 });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("runs no code of the repository", () => expect(existsSync(join(workspace, "ran"))).toBe(false));

  it.each(["$(touch ran)", "`touch ran`", "; touch ran", "--fail-on", "-o json=ran"])(
    "takes '%s' for a path",
    (paths) => {
      expect(runStep(check, { paths })).toMatchObject({ status: 2 });
      expect(existsSync(join(workspace, "ran"))).toBe(false);
    },
  );
});
