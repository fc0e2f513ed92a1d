import { expect, it } from "vitest";
import { hasOnlySuites, isSuite } from "../../../src/policy/file/policy-parts.ts";
import { readPolicy } from "../../../src/policy/file/read-policy.ts";
import { head } from "./policy-texts.ts";

const suite = "apiVersion: test.lease-guard.dev/v1alpha1\nkind: Suite\ncases: []\n";

it("recognizes a suite by its kind or its version", () => {
  const values = [{ kind: "Suite" }, { apiVersion: "test.lease-guard.dev/v2" }, { kind: "Lease" }, {}, null, "Suite"];
  expect(values.map(isSuite)).toEqual([true, true, false, false, false, false]);
});

it.each(["test.lease-guard.dev", "lease-guard.dev"])("ignores a suite of %s next to a policy", (group) => {
  const file = { file: "suite.yaml", text: `apiVersion: ${group}/v1alpha1\nkind: Suite\ncases: []\n` };
  const read = readPolicy([file, { file: "policy.yaml", text: `${head}profile: strict\n` }]);
  expect(read.ok && read.value.policy.profile).toBe("strict");
});

it.each<readonly [string, string, boolean]>([
  ["a suite", suite, true],
  ["two suites", `${suite}---\n${suite}`, true],
  ["a suite and a policy", `${suite}---\n${head}`, false],
  ["a suite with the API group of policies", suite.replace("test.", ""), true],
  ["a policy", head, false],
  ["a text without documents", "# empty\n", false],
  ["a text that is not YAML", "a: [", false],
])("reports whether a text contains only suites: %s", (_, text, expected) => {
  expect(hasOnlySuites(text)).toBe(expected);
});

/** A field with 60,000 tokens. */
const many = `x: [${"{},".repeat(20_000)}]\n`;

it.each<readonly [string, readonly string[]]>([
  ["files", [`${suite}${many}`, `${head}`, `${suite}${many}`]],
  ["documents of a file", [`${head}---\n${suite}${many}---\n${suite}${many}`]],
  [
    "values of a ConfigMap",
    [
      `apiVersion: v1\nkind: ConfigMap\ndata:\n${["a", "b"].map((name) => `  ${name}.yaml: |\n    ${head.replaceAll("\n", "\n    ")}\n    ${many}`).join("")}`,
    ],
  ],
])("limits the tokens of all %s of a policy together", (_, texts) => {
  const read = readPolicy(texts.map((text, index) => ({ file: `${index}.yaml`, text })));
  expect(read).toMatchObject({ ok: false, error: [{ message: "must not have more than 100000 tokens" }] });
});

it("counts the tokens of a ConfigMap once", () => {
  const text = `apiVersion: v1\nkind: ConfigMap\ndata:\n  a.yaml: |\n    ${head.replaceAll("\n", "\n    ")}\n  b.yaml: |\n    ${suite.replaceAll("\n", "\n    ")}\n    ${many}`;
  expect(readPolicy([{ file: "a.yaml", text }])).toMatchObject({ ok: true });
});
