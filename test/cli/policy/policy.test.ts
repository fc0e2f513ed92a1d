import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { rules } from "../../../src/rules/index.ts";
import { runCli } from "../../harness/cli.ts";

/** Runs a command and parses its output as JSON. The output must match the schema. */
async function reported(schema: string, ...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { stdout, stderr } = await runCli(args);
  expect(stderr).toBe("");
  const value = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  const check = new Ajv2020({ allErrors: true }).compile(
    JSON.parse(readFileSync(`schemas/report/v1alpha1/${schema}.json`, "utf8")) as object,
  );
  expect({ valid: check(value), errors: check.errors }).toEqual({ valid: true, errors: null });
  return value;
}

const folder = "test/fixtures/policies";

describe.concurrent("policy check -o json", () => {
  it("matches its schema", async () => {
    const [invalid, strict] = [`${folder}/refused.yaml`, `${folder}/strict.yaml`];
    const error = {
      file: invalid,
      line: 3,
      column: 1,
      field: "profil",
      message: "Forbidden: unknown field, did you mean profile?",
    };
    const warning = {
      file: strict,
      line: 14,
      column: 14,
      field: "exemptions[0].expires",
      message: expect.stringContaining("has passed"),
    };
    expect(await reported("policy-check", "policy", "check", "-o", "json", invalid, strict)).toEqual({
      apiVersion: "report.lease-guard.dev/v1alpha1",
      kind: "PolicyCheck",
      policies: [
        { file: invalid, errors: [error], warnings: [] },
        { file: strict, errors: [], warnings: [warning] },
      ],
    });
  });
});

describe.concurrent("policy show -o json", () => {
  it("has every rule and matches its schema", async () => {
    const { profile, clockSkewAllowanceSeconds, administrators, shortLeases, items } = await reported(
      "policy-settings",
      "policy",
      "show",
      "-o",
      "json",
      `${folder}/strict.yaml`,
    );
    const settings = items as readonly Readonly<Record<string, unknown>>[];
    expect(profile).toBe("strict");
    expect(clockSkewAllowanceSeconds).toBe(5);
    expect(administrators).toEqual({ users: [], groups: ["kubeadm:cluster-admins"] });
    expect(shortLeases).toEqual({ unguardedSeconds: 5 });
    expect([...new Set(settings.map(({ rule }) => rule))]).toEqual(rules.map(({ id }) => id));
    expect(settings.filter(({ rule }) => rule === "lease/duration-within-bounds")).toEqual([
      {
        rule: "lease/duration-within-bounds",
        tier: "policy",
        mode: "audit",
        match: { names: ["a"] },
        because: "exemption",
        file: `${folder}/strict.yaml`,
        line: 15,
        exemption: {
          rules: ["lease/duration-within-bounds"],
          match: { names: ["a"] },
          reason: "why",
          owner: "team-a",
          expires: "2999-01-01T00:00:00.000Z",
        },
      },
      {
        rule: "lease/duration-within-bounds",
        tier: "policy",
        mode: "warn",
        because: "rule",
        file: `${folder}/strict.yaml`,
        line: 6,
        warnUntil: "2999-01-01T00:00:00.000Z",
        parameters: { maxSeconds: 300 },
      },
    ]);
  });

  it("has the writes that are not sent and matches its schema", async () => {
    const flags = ["policy", "show", "-o", "json", `${folder}/strict.yaml`];
    const { registration, items } = await reported("policy-settings", ...flags, "--namespace", "kube-node-lease");
    const except = ["kube-system", "kube-node-lease", "kube-public", "lease-guard"];
    expect(registration).toEqual({ name: "manifests/base", namespaces: { except } });
    const settings = items as readonly Readonly<Record<string, unknown>>[];
    const notSentOf = (id: string) => settings.find(({ rule }) => rule === id)?.["notSent"];
    const namespace = { what: "namespace", namespace: "kube-node-lease" };
    expect(notSentOf("lease/live-lease-not-deleted")).toEqual([
      { what: "operation", kind: "Lease", operation: "DELETE" },
    ]);
    expect(notSentOf("lease/node-lease-by-its-node")).toEqual([
      { what: "operation", kind: "Lease", operation: "DELETE" },
      namespace,
      { what: "plain-renewals" },
    ]);
    expect(notSentOf("metadata/name-pattern")).toBeUndefined();
  });
});
