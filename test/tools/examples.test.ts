import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../harness/cli.ts";
import { pick, rendered } from "./rendered-overlay.ts";

const examples = join(import.meta.dirname, "../../examples");

/**
 * The policy of each example, and the numbers of errors and warnings that `policy check` prints.
 */
const policies: Readonly<Record<string, { readonly policy: string; readonly report: string }>> = {
  "many-teams": { policy: "policies", report: "0 errors, 1 warning" },
  "one-team": { policy: "policy.yaml", report: "0 errors, 0 warnings" },
  openshift: { policy: "policy.yaml", report: "0 errors, 0 warnings" },
};

test("this test covers every example", () => {
  const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  // The test of the pages runs the commands of the example without a policy.
  expect(folders.map(({ name }) => name).toSorted()).toEqual([...Object.keys(policies), "operators"].toSorted());
});

describe.each(Object.entries(policies))("%s", (name, { policy, report }) => {
  const read = (file: string): string => readFileSync(join(examples, name, file), "utf8");

  test("policy check prints no errors, and only the warning that the README explains", async () => {
    const { code, stdout, stderr } = await runCli(["policy", "check", policy], { cwd: join(examples, name) });
    expect({ code, stdout: stdout + stderr }).toEqual({
      code: 0,
      stdout: expect.stringMatching(`1 policy checked: ${report}\n`),
    });
    expect(read("README.md").includes("prints a warning")).toBe(!report.endsWith("0 warnings"));
  });

  test("every suite tests the policy, and every case passes", async () => {
    const { code, stdout } = await runCli(["test", "policy-tests"], { cwd: join(examples, name) });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+ cases in \d files?: \d+ passed, 0 failed\n$/),
    });
    for (const suite of readdirSync(join(examples, name, "policy-tests"))) {
      expect(read(`policy-tests/${suite}`)).toContain(`policy: ../${policy}\n`);
    }
  });

  test("the kustomization installs the image of README.md and the tested policy", () => {
    const objects = rendered(join(examples, name));
    const { data } = pick<{ readonly data: object }>(objects, "ConfigMap", "lease-guard-policy");
    const files =
      policy === "policy.yaml"
        ? [policy]
        : readdirSync(join(examples, name, policy)).map((file) => `${policy}/${file}`);
    expect(data).toEqual(Object.fromEntries(files.map((file) => [basename(file), read(file)])));
    const mount = "/etc/lease-guard/policy";
    const flag = `--policy=${policy === "policy.yaml" ? `${mount}/policy.yaml` : mount}`;
    expect(JSON.stringify(objects)).toContain(JSON.stringify(flag));
    const images = Array.from(JSON.stringify(objects).matchAll(/"image":"([^"]*)"/g), ([, image]) => image);
    expect(new Set(images)).toEqual(new Set(["registry.example.com/lease-guard:0.1.0"]));
  });
});

test.each([...Object.keys(policies), "operators"])("the README of %s has at most 40 lines", (name) => {
  const text = readFileSync(join(examples, name, "README.md"), "utf8");
  expect(text.split("\n").length - 1).toBeLessThanOrEqual(40);
});
