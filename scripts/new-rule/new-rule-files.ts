import type { Kind } from "../../src/api/coordination.ts";
import type { Tier } from "../../src/rules/rule.ts";
import type { GeneratedFile } from "../generate/generated-file.ts";
import { sourcePaths } from "../generate/source-paths.ts";

/** A rule that does not exist yet. */
export interface NewRule {
  readonly id: string;
  readonly kinds: readonly Kind[];
  readonly tier: Tier;
}

/** The rule, its test and its page, each with the parts that its author has to fill in. */
export function newRuleFiles(rule: NewRule): readonly GeneratedFile[] {
  return [
    { path: `${sourcePaths.rules}/${rule.id}.ts`, text: ruleText(rule) },
    { path: `test/rules/${rule.id}.test.ts`, text: testText(rule) },
    { path: `docs/rules/${rule.id}.md`, text: pageText(rule) },
  ];
}

function ruleText({ id, kinds, tier }: NewRule): string {
  return `import { defineRule, type Rule } from "../rule.ts";

/** FILL IN: whose law this is, and where it is odd. */
export const rule: Rule = defineRule({
  id: "${id}",
  tier: "${tier}",
  description: "FILL IN: one sentence with must",
  kinds: [${kinds.map((kind) => `"${kind}"`).join(", ")}],
  operations: ["CREATE", "UPDATE"],
  // FILL IN: return field errors, such as \`check({ object: { spec } }) { … return [invalid(…)]; }\`.
  check: () => [],
});
`;
}

function testText({ id }: NewRule): string {
  return `import { rule } from "../../../${sourcePaths.rules}/${id}.ts";
import { testRule } from "../../harness/rule-table.ts";

testRule(rule, {
  silent: {
    "FILL IN: the last value that is still right": {},
  },
  reports: {
    "FILL IN: the first value that is wrong": { causes: [{ type: "FieldValueInvalid", field: "spec.…" }] },
  },
});
`;
}

function pageText({ id, tier }: NewRule): string {
  return `# ${id}

<!-- generated -->
<!-- /generated -->

FILL IN: what goes wrong without this rule.

## Upstream

FILL IN: the function and the releases that enforce it, or that nobody does.

## Refused

FILL IN: an object that breaks this rule and no other; for an update the old object first, as two documents.

\`\`\`yaml
\`\`\`

FILL IN: every message it gets, one a line.

\`\`\`text
\`\`\`

## Accepted

\`\`\`yaml
\`\`\`

${tier === "api" ? "" : uncertainText}## Change

FILL IN: what the client should change.
`;
}

/** What the page of a rule that kube-apiserver does not enforce says in addition. */
const uncertainText = `## Near

FILL IN: which legitimate clients come near it, and why it spares them.

## Limits

FILL IN: what it cannot know, and what can still get past it.

`;
