import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../harness/cli.ts";
import { pick, rendered } from "./rendered-overlay.ts";

const examples = join(import.meta.dirname, "../../examples");

/** The report of `policy check` for each example, after the number of checked policies. */
const reports: Readonly<Record<string, string>> = {
  "many-teams": "0 errors, 1 warning",
  "one-team": "0 errors, 0 warnings",
  openshift: "0 errors, 0 warnings",
};

test("this test covers every example", () => {
  const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.keys(reports));
});

describe.each(Object.entries(reports))("%s", (name, report) => {
  const read = (file: string): string => readFileSync(join(examples, name, file), "utf8");

  test("policy check prints no errors, and only the warning that the README explains", async () => {
    const { code, stdout, stderr } = await runCli(["policy", "check", "policy.yaml"], { cwd: join(examples, name) });
    expect({ code, stdout: stdout + stderr }).toEqual({ code: 0, stdout: expect.stringMatching(`1 policy checked: ${report}\n`) });
    expect(read("README.md").includes("prints a warning")).toBe(!report.endsWith("0 warnings"));
  });

  test("every suite tests the policy, and every case passes", async () => {
    const { code, stdout } = await runCli(["test", "policy-tests"], { cwd: join(examples, name) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+ cases in \d files?: \d+ passed, 0 failed\n$/) });
    for (const suite of readdirSync(join(examples, name, "policy-tests"))) {
      expect(read(`policy-tests/${suite}`)).toContain("policy: ../policy.yaml\n");
    }
  });

  test("the kustomization installs the image of README.md and the tested policy", () => {
    const objects = rendered(join(examples, name));
    const { data } = pick<{ readonly data: object }>(objects, "ConfigMap", "lease-guard-policy");
    expect(data).toEqual({ "policy.yaml": read("policy.yaml") });
    const images = Array.from(JSON.stringify(objects).matchAll(/"image":"([^"]*)"/g), ([, image]) => image);
    expect(new Set(images)).toEqual(new Set(["registry.example.com/lease-guard:0.1.0"]));
  });

  test("the README has at most 40 lines", () => {
    expect(read("README.md").split("\n").length - 1).toBeLessThanOrEqual(40);
  });
});
