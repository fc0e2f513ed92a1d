/** Returns the text of a file that defines a rule. */
export const rule = (id: string): string => `import { defineRule, type Rule } from "../rule.ts";
export const rule: Rule = defineRule({ id: "${id}", tier: "protocol", description: "a | must b", kinds: ["Lease"], operations: ["UPDATE"], check: () => [] });
`;

/** The text of a file that defines a rule in CEL. */
export const cel = 'export const cel = { findings: () => [{ field: "spec", reports: "true" }] };\n';

const limited = rule("lease/limited").replace(
  'tier: "protocol"',
  'tier: "policy", parameters: { properties: { limit: { type: "integer", minimum: 1, description: "how much" } }, required: ["limit"] }',
);

const definitions = {
  $id: "https://example.com/schemas/meta/definitions.json",
  $defs: { list: { description: "said", type: ["array", "null"], items: { type: "string", format: "go-duration" } } },
};

/** The schema of the only kind in the project. */
export const widget = {
  $id: "https://example.com/schemas/coordination.k8s.io/v1/widget.json",
  type: "object",
  properties: {
    apiVersion: { const: "a/v1" },
    kind: { const: "Widget" },
    description: { type: "string" },
    list: { $ref: "../../meta/definitions.json#/$defs/list" },
    labels: { type: "object", additionalProperties: { type: "string" } },
  },
};

/** The files of a project with four rules and the schema of one kind. */
export const project: Readonly<Record<string, string>> = {
  "src/rules/lease/candidate-x.ts": rule("lease/candidate-x"),
  "src/rules/lease/candidate-x.cel.ts": cel,
  "src/rules/lease-candidate/x.ts": rule("lease-candidate/x"),
  "src/rules/lease-candidate/x.cel.ts": 'export const cel = { noCel: "it cannot" };\n',
  "src/rules/lease/limited.ts": limited,
  "src/rules/lease/limited.cel.ts": cel,
  "src/rules/metadata/a-b.ts": rule("metadata/a-b"),
  "src/rules/metadata/a-b.cel.ts": cel,
  "docs/rules/metadata/a-b.md": "# metadata/a-b\n\n<!-- generated -->\nold\n<!-- /generated -->\n\nKept.\n",
  "src/schema/formats.ts":
    'const any = (): boolean => true;\nexport const formats = { "go-duration": (text: string): boolean => text.length % 2 === 0, "day-or-time": any };\nexport const formatDetail = (): string => "";\n',
  "schemas/meta/definitions.json": JSON.stringify(definitions),
  "docs/architecture.md":
    "# Architecture\n\n<!-- The table is generated from scripts/layers.ts. -->\n<!-- End of the table. -->\n",
  "docs/admission-policies.md":
    "# Policies\n\n<!-- The table is generated from the files NAME.cel.ts. -->\n<!-- End of the table. -->\n",
  "schemas/coordination.k8s.io/v1/widget.json": JSON.stringify(widget),
};

/** The parts of this project that the generators need. */
export const parts: readonly string[] = [
  ...["src/core", "src/policy", "src/cluster/registration"],
  ...[
    "src/engine/review/limits.ts",
    "src/rules/rule.ts",
    "src/rules/view.ts",
    "src/rules/find-rule.ts",
    "src/rules/rule-runner.ts",
    "src/rules/shared",
    "src/rules/cel",
    "src/schema",
    "manifests",
    "charts",
    "docs/runbooks",
    "docs/programs.md",
    "docs/workloads.md",
  ],
  ...["src/manifest", "src/export", "src/cli/policy", "src/workload"],
];
