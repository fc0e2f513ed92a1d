import type { Kind } from "../../src/core/api/coordination.ts";
import type { Tier } from "../../src/rules/rule.ts";
import type { GeneratedFile } from "../generate/generated-file.ts";
import { generatedMarks } from "../generate/generated-marks.ts";
import { sourcePaths } from "../generate/source-paths.ts";

export interface NewRule {
  readonly id: string;
  readonly kinds: readonly Kind[];
  readonly tier: Tier;
  /** True for a rule that compares the object of a write with other objects. */
  readonly isRelation: boolean;
}

/**
 * Returns the files of the rule, its CEL, its test, and its page. `FILL IN` marks the parts that
 * the author must write. A rule of tier api has no CEL, because kube-apiserver itself enforces the
 * rule.
 */
export function newRuleFiles(rule: NewRule): readonly GeneratedFile[] {
  return [
    { path: `${sourcePaths.rules}/${rule.id}.ts`, text: ruleText(rule) },
    ...(rule.tier === "api" ? [] : [{ path: `${sourcePaths.rules}/${rule.id}.cel.ts`, text: celText(rule) }]),
    { path: `test/rules/${rule.id}.test.ts`, text: testText(rule) },
    { path: `docs/rules/${rule.id}.md`, text: pageText(rule) },
  ];
}

function ruleText({ id, kinds, tier, isRelation }: NewRule): string {
  const define = isRelation ? "defineRelationRule" : "defineRule";
  return `import { ${define}, ${tier === "policy" ? "parametersOf, " : ""}type Rule } from "../rule.ts";
${tier === "policy" ? parametersType : ""}
/** FILL IN: the source of the rule, and any special cases. */
export const rule: Rule = ${define}({
  id: "${id}",
  tier: "${tier}",
  description: "FILL IN: one sentence with must",
  kinds: [${kinds.map((kind) => `"${kind}"`).join(", ")}],
  operations: ["CREATE", "UPDATE"],
${tier === "policy" ? parametersText : ""}${isRelation ? relationCheckText : checkText}});
`;
}

const checkText = `  // FILL IN: return field errors, such as \`check({ object: { spec } }) { … return [invalid(…)];
  // }\`.
  check: () => [],
`;

const relationCheckText = `  // FILL IN: compare \`object\` with \`electionFor(…)\` of shared/known-election.ts, or with objects
  // of \`context.view\`. Return field errors, or undefined if an object is unknown or not fresh.
  check: () => [],
`;

const parametersType = `
export interface RuleParameters {
  readonly fillIn: number;
}
`;

/**
 * The code that defines the parameters of a rule of tier policy. Without parameters, the rule is
 * off.
 */
const parametersText = `  parameters: parametersOf<RuleParameters>({
    properties: { fillIn: { type: "integer", minimum: 1, description: "FILL IN: the meaning of the parameter" } },
    required: ["fillIn"],
  }),
`;

function celText({ id, tier, isRelation }: NewRule): string {
  if (isRelation) return celRelationText;
  return tier === "policy" ? celParametersText(id) : celFindingText;
}

const celRelationText = `import type { CelDefinition } from "../cel/cel-rule.ts";

export const cel: CelDefinition = { noCel: "the rule compares the object with other objects" };
`;

const celFindingText = `import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

// FILL IN: the condition under which the rule reports a write, with the variables of
// cel/variables.ts. If CEL has no such condition, export { noCel: "the reason" } instead.
export const cel: CelDefinition = celFinding("spec.…", "false");
`;

const celParametersText = (id: string): string => `import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import type { RuleParameters } from "./${id.replace(/.*\//, "")}.ts";

// FILL IN: the condition under which the rule reports a write, with the variables of
// cel/variables.ts. If CEL has no such condition, export { noCel: "the reason" } instead.
export const cel: CelDefinition = defineCel<RuleParameters>({
  findings: ({ parameters: { fillIn } }) => [{ field: "spec.…", reports: \`\${fillIn} < 0\` }],
});
`;

function testText({ id, tier, isRelation }: NewRule): string {
  if (isRelation) return relationTestText(id);
  return `import { rule } from "../../../${sourcePaths.rules}/${id}.ts";
import { testRule } from "../../harness/rule-table.ts";

testRule(rule, {
${tier === "policy" ? "  parameters: { fillIn: 1 },\n" : ""}  silent: {
    "FILL IN: the last valid value": {},
  },
  reports: {
    "FILL IN: the first invalid value": { causes: [{ type: "FieldValueInvalid", field: "spec.…" }] },
  },
});
`;
}

/** Returns the test of a relation rule. The rows of its table contain the related objects. */
function relationTestText(id: string): string {
  return `import { rule } from "../../../${sourcePaths.rules}/${id}.ts";
import { candidate } from "../../harness/candidates.ts";
import { testRule } from "../../harness/rule-table.ts";

testRule(rule, {
  silent: {
    "FILL IN: the last valid value": { beside: () => [candidate("v1beta1", "other")] },
    "FILL IN: an object that is not known": { abstains: true },
  },
  reports: {
    "FILL IN: the first invalid value": {
      beside: () => [candidate("v1beta1", "other", { renewTime: null })],
      causes: [{ type: "FieldValueInvalid", field: "spec.…" }],
    },
  },
});
`;
}

function pageText({ id, tier }: NewRule): string {
  return `# ${id}

${generatedMarks.open}
${generatedMarks.close}

FILL IN: the failure that this rule prevents.

${tier === "policy" ? policyText(id) : ""}## Upstream

FILL IN: the function that enforces the requirement and its Kubernetes versions, or that no function does.

## Denied

FILL IN: an object that violates only this rule. For an update, write two documents, with the old object first.

\`\`\`yaml
\`\`\`

FILL IN: all messages, one per line.

\`\`\`text
\`\`\`

## Accepted

\`\`\`yaml
\`\`\`

${tier === "api" ? "" : uncertainText}## Change

FILL IN: what the client should change.
`;
}

function policyText(id: string): string {
  return `\`\`\`yaml
rules:
  ${id}:
    parameters: { fillIn: 1 }
\`\`\`

`;
}

/** The additional sections on the page of a rule that kube-apiserver does not enforce itself. */
const uncertainText = `## Known clients

FILL IN: the legitimate clients that can trigger the rule, and why it exempts them.

## Limits

FILL IN: what the rule cannot detect.

`;
