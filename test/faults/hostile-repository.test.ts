import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { maxFindings } from "../../src/check/tally.ts";
import { action, createJob } from "../harness/action.ts";
import { runCli } from "../harness/cli.ts";
import { hostileCheckout } from "../harness/hostile-checkout.ts";
import { checkoutBin, readScenarios, runScenario } from "../harness/run-scenario.ts";
import { asImage } from "./as-image.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-repository-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The scenarios of `test/cli` about hostile files. */
const hostile = [
  "check/directory-links",
  "check/glob-links",
  "check/missing-file-runner-command",
  "check/report-file-link",
  "check/reports/hostile-file-name",
  "check/reports/hostile-name-text",
  "check/reports/output-device-full",
  "check/reports/output-stdout-full",
  "cli/policy/error-runner-command",
  "cli/policy/show-hostile",
  "simulate/device",
];

describe.concurrent("in the process of the image", () => {
  const scenarios = new Map(readScenarios());
  const bin = checkoutBin(asImage());
  afterAll(() => rmSync(bin, { recursive: true }));

  it.each(hostile)("%s", async (name) => {
    const scenario = scenarios.get(name);
    if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
    const { actual, expected } = await runScenario(scenario, bin);
    expect(actual, scenario.title).toBe(expected);
  });
});

describe.concurrent("the name of an invalid file gives no command to a CI runner", () => {
  const name = "::error::##vso[a]##[stop-commands]b\n::error::c\u202e.yaml";
  beforeAll(() => {
    writeFileSync(join(folder, name), "kind: [\n");
    writeFileSync(join(folder, "policy.yaml"), "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n");
  });

  const commands: readonly (readonly string[])[] = [
    ["check", name],
    ["check", `${name}.missing`],
    ["check", "--old", name, "policy.yaml"],
    ["check", "--policy", name, "policy.yaml"],
    ["check", "--config", name],
    ["check", "-o", name, "policy.yaml"],
    ["check", "-o", `json=${name}/report`, "policy.yaml"],
    ["test", name],
    ["simulate", "policy.yaml", name],
    ["simulate", name, "policy.yaml"],
    ["audit", "-f", name],
    ["elections", "-f", name],
    ["access", "-f", name],
    ["learn", name],
    ["doctor", "-f", name],
    ["policy", "check", name],
    ["policy", "show", name],
    ["policy", "export", name],
    ["serve", "--self-signed", "--policy", name],
  ];
  const rows = commands.map((args) => [args.join(" ").replace(name, "NAME"), args] as const);

  it.each(rows)("%s", async (_, args) => {
    const { code, stdout, stderr } = await runCli(args, asImage({ cwd: folder }));
    expect([1, 2]).toContain(code);
    const printed = stdout + stderr;
    expect(printed).toContain("#\\x23vso[a]#\\x23[stop-commands]b");
    expect(printed).not.toMatch(/^\s*::|##(?:\[|vso\[)|[^\P{C}\n]/mu);
  });
});

it("a file with more findings than a report may contain ends check with a whole report and exit code 2", async () => {
  const labels = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`-${index}`, "a"]));
  const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a", labels } };
  writeFileSync(join(folder, "many.json"), `${JSON.stringify(lease)}\n`.repeat(maxFindings / 80));
  const { code, stdout, stderr } = await runCli(["check", "-o", "json", "many.json"], asImage({ cwd: folder }));
  const message = `must have at most ${maxFindings} findings in one run; check fewer files`;
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(new RegExp(`^many\\.json:\\d+:1: error: ${message}\n$`)),
  });
  const { findings, problems } = JSON.parse(stdout);
  expect(findings.length).toBeGreaterThanOrEqual(maxFindings);
  expect(problems).toMatchObject([{ message }]);
});

it("the action runs its own code in a checkout that contains other code", () => {
  // The action is already built, as in every use except the first one in a job.
  const own = join(folder, "own");
  mkdirSync(join(own, "dist"), { recursive: true });
  symlinkSync(join(process.cwd(), "dist/cli"), join(own, "dist/cli"));
  writeFileSync(join(own, "dist/built"), "");
  const { workspace, runStep, remove } = createJob(hostileCheckout, own);
  onTestFinished(remove);
  const [build, check] = action.runs.steps;
  expect(runStep(build, {})).toMatchObject({ status: 0 });
  const { status, stdout } = runStep(check, { paths: "bad lease.yaml" });
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: expect.stringMatching(/^::error file=bad lease\.yaml,line=4,/),
  });
  expect(existsSync(join(workspace, "ran"))).toBe(false);
});
