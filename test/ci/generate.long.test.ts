import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkout, type Ended, removeCheckouts, runScript, write } from "./checkout.ts";
import { cel, parts, project, rule, widget } from "./small-project.ts";

const bundledWidget = "schemas/bundled/coordination.k8s.io/v1/widget.json";

const generate = (root: string, ...args: readonly string[]): Ended => runScript(root, "generate", ...args);
const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8");

afterAll(removeCheckouts, 60_000);

describe("npm run generate", { timeout: 60_000 }, () => {
  const root = checkout(parts, project);

  it("writes files that --check then accepts", () => {
    expect(generate(root, "--check")).toEqual({
      status: 1,
      output: [
        "src/rules/index.ts is out of date: run npm run generate",
        "src/rules/cel/index.ts is out of date: run npm run generate",
        "schemas/lease-guard.dev/v1alpha1/policy.json is out of date: run npm run generate",
        "src/schema/generated.ts is out of date: run npm run generate",
        "src/policy/file/generated.ts is out of date: run npm run generate",
        "src/schema/known-fields.ts is out of date: run npm run generate",
        `${bundledWidget} is out of date: run npm run generate`,
        "schemas/bundled/lease-guard.dev/v1alpha1/policy.json is out of date: run npm run generate",
        "docs/rules/lease-candidate/x.md is out of date: run npm run generate",
        "docs/rules/lease/candidate-x.md is out of date: run npm run generate",
        "docs/rules/lease/limited.md is out of date: run npm run generate",
        "docs/rules/metadata/a-b.md is out of date: run npm run generate",
        "docs/rules/README.md is out of date: run npm run generate",
        "docs/admission-policies.md is out of date: run npm run generate",
        "docs/architecture.md is out of date: run npm run generate",
        "",
      ].join("\n"),
    });
    expect(generate(root)).toEqual({
      status: 0,
      output: expect.stringContaining("wrote manifests/components/policies/policies.yaml\n"),
    });
    expect(generate(root, "--check")).toEqual({ status: 0, output: "" });
  });

  it("exports the policy of the base with the generated rules", () => {
    const text = read(root, "manifests/components/policies/policies.yaml");
    expect(text).toContain("# not exported: lease-candidate/x: it cannot\n");
    expect(read(root, "docs/admission-policies.md")).toContain(
      "| [lease-candidate/x](rules/lease-candidate/x.md) | the whole rule: it cannot |",
    );
    expect(text).toMatch(/message: "spec: a \| must b \(lease\/candidate-x\)"/);
    expect(text).not.toContain("lease/limited");
    write(root, { "manifests/components/policies/policies.yaml": "" });
    const output = "manifests/components/policies/policies.yaml is out of date: run npm run generate\n";
    expect(generate(root, "--check")).toEqual({ status: 1, output });
    expect(generate(root).status).toBe(0);
  });

  it("generates the chart from the manifests", () => {
    const [manifest, template] = ["manifests/base/deployment.yaml", "charts/lease-guard/templates/deployment.yaml"];
    const text = read(root, manifest);
    write(root, { [manifest]: text.replace("terminationGracePeriodSeconds: 45", "terminationGracePeriodSeconds: 46") });
    expect(generate(root, "--check")).toEqual({
      status: 1,
      output: `${template} is out of date: run npm run generate\n`,
    });
    expect(generate(root).status).toBe(0);
    expect(read(root, template)).toContain("terminationGracePeriodSeconds: 46\n");
    write(root, { [manifest]: text });
    expect(generate(root).status).toBe(0);
  });

  it.each([
    [
      "a component without a condition",
      "manifests/components/other/kustomization.yaml",
      "{}",
      "conditions.ts must have the component other",
    ],
    [
      "a template that no manifest has",
      "charts/lease-guard/templates/old.yaml",
      "# Generated\n{{- /* Generated from manifests/base. */}}",
      "old.yaml has no manifest",
    ],
  ])("rejects %s", (_, path, text, message) => {
    write(root, { [path]: text });
    expect(generate(root, "--check")).toEqual({ status: 1, output: expect.stringContaining(message) });
    rmSync(join(root, path));
    if (path.endsWith("kustomization.yaml")) rmSync(dirname(join(root, path)), { recursive: true });
  });

  it("lists rules by id, each with a unique name", () => {
    const index = read(root, "src/rules/index.ts");
    expect(index).toContain('import { rule as leaseCandidateX } from "./lease-candidate/x.ts";');
    expect(index).toContain(
      "export const rules: readonly Rule[] = [leaseCandidateX, leaseCandidateX2, leaseLimited, metadataAB];",
    );
  });

  it("generates the schema of policies from the declarations of the rules", () => {
    const { properties, $defs } = JSON.parse(read(root, "schemas/lease-guard.dev/v1alpha1/policy.json"));
    const setting = { description: "Tier protocol: a | must b.", $ref: "#/$defs/setting" };
    const limit = { type: "integer", minimum: 1, description: "how much" };
    expect(properties.rules.properties).toEqual({
      "lease-candidate/x": setting,
      "lease/candidate-x": setting,
      "lease/limited": {
        description: "Tier policy: a | must b. Off until it has parameters.",
        $ref: "#/$defs/leaseLimited",
      },
      "metadata/a-b": setting,
    });
    expect($defs.setting.properties).not.toHaveProperty("parameters");
    expect($defs.leaseLimited.properties.parameters).toEqual({ $ref: "#/$defs/leaseLimitedParameters" });
    expect($defs.leaseLimitedScope.properties.parameters).toEqual({ $ref: "#/$defs/leaseLimitedParameters" });
    expect($defs.leaseLimitedParameters).toMatchObject({
      additionalProperties: false,
      required: ["limit"],
      properties: { limit },
    });
    expect($defs.exemption.properties.rules.items).toEqual({ enum: Object.keys(properties.rules.properties) });
    const compiled = read(root, "src/policy/file/generated.ts");
    expect(compiled).toContain('"lease-guard.dev/v1alpha1/parameters/lease/limited": validate_lease_limited,');
    expect(compiled).not.toMatch(/candidate-x|a-b/);
  });

  it("updates the head of a page and keeps the rest", () => {
    const page = read(root, "docs/rules/metadata/a-b.md");
    expect(page).toMatch(
      /^# metadata\/a-b\n\n<!-- generated -->\na \| must b\n[\s\S]*\| Default mode \| warn \|\n\| In profile strict \| deny \|[\s\S]*<!-- \/generated -->\n\nKept\.\n$/,
    );
    expect(read(root, "docs/rules/README.md")).toContain(
      "| [metadata/a-b](metadata/a-b.md) | protocol | warn | deny | Lease | webhook, policies | a \\| must b |",
    );
  });

  it("generates validators without imports and without descriptions", async () => {
    expect(read(root, "src/schema/generated.ts")).not.toMatch(/require\(|from "ajv|"said"/);
    const { validators } = await import(join(root, "src/schema/generated.ts"));
    const validate = validators["coordination.k8s.io/v1/widget.json"];
    expect(validate({ description: "", list: ["ab", ""] })).toBe(true);
    expect(validate({ description: 1, list: ["a"] })).toBe(false);
    expect(
      validate.errors.map(({ keyword, instancePath }: Record<string, string>) => `${keyword} ${instancePath}`).sort(),
    ).toEqual(["format /list/0", "type /description"]);
  });

  it("stops at 100 errors, however many there are", async () => {
    const { validators } = await import(join(root, "src/schema/generated.ts"));
    const validate = validators["coordination.k8s.io/v1/widget.json"];
    const data = { description: 1, list: new Array(3_000_000).fill(1) };
    // Other programs of the machine can only delay a run.
    const times = [0, 1, 2, 3, 4].map(() => {
      const begin = performance.now();
      expect(validate(data)).toBe(false);
      return performance.now() - begin;
    });
    expect(validate.errors).toHaveLength(100);
    expect(Math.min(...times)).toBeLessThan(50);
  });

  const refused: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, message: string]>> = {
    "a page without a rule": [
      { "docs/rules/lease/gone.md": "# lease/gone\n" },
      "docs/rules/lease/gone.md describes no rule: remove it",
    ],
    "a rule of another name": [
      { "src/rules/metadata/other.ts": rule("metadata/a-b") },
      "src/rules/metadata/other.ts must export a rule with the id metadata/other",
    ],
    "a rule without CEL": [
      { "src/rules/metadata/other.ts": rule("metadata/other") },
      "src/rules/metadata/other.cel.ts must exist, and export the rule in CEL as cel",
    ],
    "CEL without a rule": [
      { "src/rules/metadata/other.cel.ts": cel },
      "src/rules/metadata/other.cel.ts must belong to a rule of tier protocol or policy",
    ],
    "a file of CEL without its export": [
      { "src/rules/metadata/a-b.cel.ts": "export const a = 1;\n" },
      "src/rules/metadata/a-b.cel.ts must export the rule in CEL as cel",
    ],
    "a page without a head": [
      { "docs/rules/metadata/a-b.md": "hello\n" },
      "docs/rules/metadata/a-b.md must begin with",
    ],
    "a bundled schema of no kind": [
      { "schemas/bundled/gone.json": "{}" },
      "schemas/bundled/gone.json has no source schema: remove it",
    ],
    "a keyword that needs ajv": [
      {
        "schemas/coordination.k8s.io/v1/widget.json": JSON.stringify({
          ...widget,
          properties: { a: { type: "string", maxLength: 2 } },
        }),
      },
      "needs ajv/dist/runtime/ucs2length",
    ],
    "a keyword that tries": [
      {
        "schemas/coordination.k8s.io/v1/widget.json": JSON.stringify({
          ...widget,
          properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } },
        }),
      },
      "must not use anyOf",
    ],
    "schemas that cannot fail": [
      { "schemas/coordination.k8s.io/v1/widget.json": JSON.stringify({ $id: widget.$id }) },
      "the code of ajv does not count errors",
    ],
  };

  it.each(Object.entries(refused))("rejects %s", (_, [files, message]) => {
    const spoilt = checkout(parts, project);
    write(spoilt, files);
    const ended = generate(spoilt);
    expect(ended.status).toBe(1);
    expect(ended.output).toContain(message);
    expect(ended.output.trim().split("\n")).toHaveLength(1);
  });

  it("rejects a project without schemas", () => {
    const { "schemas/coordination.k8s.io/v1/widget.json": _, ...rest } = project;
    expect(generate(checkout(parts, rest))).toEqual({
      status: 1,
      output: "schemas/ contains no schema of an object\n",
    });
  });
});
