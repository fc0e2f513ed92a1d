import { describe, expect, it } from "vitest";
import { hasOnlySuites, isSuite } from "../../../src/policy/file/policy-parts.ts";
import { readPolicy } from "../../../src/policy/file/read-policy.ts";
import { errorsOf, head, validPolicy } from "./policy-texts.ts";

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

const configMap = (...data: readonly string[]) =>
  ["apiVersion: v1", "kind: ConfigMap", "metadata: { name: lease-guard-policy }", ...data].join("\n");

describe("a ConfigMap", () => {
  const invalid = [
    "apiVersion: lease-guard.dev/v1alpha1",
    "kind: Policy",
    "",
    "rules:",
    "  lease/x: {}",
    "profil: strict",
  ];
  const says = [
    "rules[lease/x]: Forbidden: must be a rule: lease-guard rules lists them",
    "profil: Forbidden: unknown field, did you mean profile?",
  ];

  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      "a block",
      ["data:", "  policy.yaml: |", ...invalid.map((line) => (line === "" ? "" : `    ${line}`))],
      ["10:7", "11:5"],
    ],
    [
      "a block with a header",
      ["data:", "  policy.yaml: |2- # comment", ...invalid.map((line) => `    ${line}`)],
      ["10:7", "11:5"],
    ],
    ["quotes", ["data:", `  policy.yaml: ${JSON.stringify(`${invalid.join("\n")}\n`)}`], ["5:16", "5:16"]],
  ])("has the positions of its own file for %s", (_, data, positions) => {
    expect(errorsOf({ "cm.yaml": configMap(...data) }).toSorted()).toEqual(
      says.map((text, index) => `cm.yaml:${positions[index]} ${text}`).toSorted(),
    );
  });

  it("has the positions of its own file with CRLF, and after other documents", () => {
    const text = `apiVersion: v1\nkind: Secret\n---\n${configMap("data:", "  policy.yaml: |", ...invalid.map((line) => `    ${line}`))}\n`;
    expect(errorsOf({ "cm.yaml": text.replaceAll("\n", "\r\n") })).toEqual([
      `cm.yaml:13:7 ${says[0]}`,
      `cm.yaml:14:5 ${says[1]}`,
    ]);
  });

  it("can be JSON", () => {
    const value = { apiVersion: "v1", kind: "ConfigMap", data: { "policy.yaml": invalid.join("\n") } };
    expect(errorsOf({ "cm.json": JSON.stringify(value) }).toSorted()).toEqual(
      says.map((text) => `cm.json:1:61 ${text}`).toSorted(),
    );
  });

  it("can have several files, which are one policy", () => {
    const data = [
      "data:",
      "  a.yaml: |",
      `    ${head.replace("\n", "\n    ")}    profile: strict`,
      "  b.yaml: |",
      `    ${head.replace("\n", "\n    ")}    profile: observe`,
    ];
    expect(
      validPolicy({
        "cm.yaml": configMap(
          ...data.slice(0, 3),
          "  notes.txt: a",
          "  suite.yaml: |",
          "    apiVersion: test.lease-guard.dev/v1alpha1",
          "    kind: Suite",
        ),
      }).policy.profile,
    ).toBe("strict");
    expect(errorsOf({ "cm.yaml": configMap(...data) })).toEqual([
      'cm.yaml:12:14 profile: Invalid value: "observe": must not differ from the value in another file, which is at cm.yaml:8:14',
    ]);
  });

  it("has its files in the order of their names, without byte order marks, as the webhook reads them", () => {
    const [b, a] = ["observe", "strict"].map((profile) => JSON.stringify(`\ufeff${head}profile: ${profile}`));
    expect(errorsOf({ "cm.yaml": configMap("data:", `  b.yaml: ${b}`, `  a.yaml: ${a}`) })).toEqual([
      'cm.yaml:5:11 profile: Invalid value: "observe": must not differ from the value in another file, which is at cm.yaml:6:11',
    ]);
  });

  it.each(["data: [a]", "data: { policy.yaml: 5 }"])("is not a policy with %s", (data) => {
    const files = { "cm.yaml": `${head}profile: strict\n---\n${configMap(data)}` };
    expect(validPolicy(files).policy.profile).toBe("strict");
  });

  it("reports a policy that is no YAML", () => {
    expect(
      errorsOf({
        "cm.yaml": configMap("data:", "  policy.yaml: |", "    apiVersion: lease-guard.dev/v1alpha1", "    kind: ["),
      }),
    ).toEqual(["cm.yaml:7:11 : must be YAML: this [ must be closed with ]"]);
  });

  it("is not a policy because of a suite that is no YAML", () => {
    const schema =
      "# yaml-language-server: $schema=https://lease-guard.dev/schemas/test.lease-guard.dev/v1alpha1/suite.json";
    const suite = [schema, "apiVersion: test.lease-guard.dev/v1alpha1", "kind: ["].map((line) => `    ${line}`);
    const policy = `${head}profile: strict\n`;
    expect(
      validPolicy({ "cm.yaml": `${policy}---\n${configMap("data:", "  suite.yaml: |", ...suite)}` }).policy.profile,
    ).toBe("strict");
  });
});
