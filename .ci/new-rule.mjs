// Makes the three files of a rule: npm run new-rule -- lease/what-must-be [--tier api|protocol|policy]
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ruleGroups } from "./rule-groups.mjs";

const usage = "usage: npm run new-rule -- GROUP/NAME [--tier api|protocol|policy]";
const groups = Object.keys(ruleGroups);
const ruleId = new RegExp(`^(?:${groups.join("|")})/[a-z][a-z0-9]*(?:-[a-z0-9]+)*$`);
const tiers = ["api", "protocol", "policy"];

/** What the command line asks for, or the one line that says why not. */
function request(argv) {
  let parsed;
  try {
    parsed = parseArgs({ args: argv, allowPositionals: true, options: { tier: { type: "string", default: "policy" } } });
  } catch {
    return usage;
  }
  const { positionals, values } = parsed;
  const [id] = positionals;
  if (positionals.length !== 1) return usage;
  if (!ruleId.test(id)) return `rule id ${JSON.stringify(id)} must be ${groups.join("/…, ")}/… in kebab case`;
  if (!tiers.includes(values.tier)) return `tier ${JSON.stringify(values.tier)} must be one of ${tiers.join(", ")}`;
  return { id, tier: values.tier };
}

function filesOf({ id, tier }) {
  return {
    [`src/rules/${id}.ts`]: ruleText(id, tier),
    [`test/rules/${id}.test.ts`]: testText(id),
    [`docs/rules/${id}.md`]: pageText(id, tier),
  };
}

function ruleText(id, tier) {
  const quoted = ruleGroups[id.split("/")[0]].map((kind) => `"${kind}"`).join(", ");
  return `import { defineRule, type Rule } from "../rule.ts";

/** FILL IN: whose law this is, and where it is odd. */
export const rule: Rule = defineRule({
  id: "${id}",
  tier: "${tier}",
  description: "FILL IN: one sentence with must",
  kinds: [${quoted}],
  operations: ["CREATE", "UPDATE"],
  // FILL IN: return field errors, such as \`check({ object: { spec } }) { … return [invalid(…)]; }\`.
  check: () => [],
});
`;
}

function testText(id) {
  return `import { rule } from "../../../src/rules/${id}.ts";
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

function pageText(id, tier) {
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

/** What a page says of a law that is not kube-apiserver's. */
const uncertainText = `## Near

FILL IN: which legitimate clients come near it, and why it spares them.

## Limits

FILL IN: what it cannot know, and what can still get past it.

`;

async function main(root, argv) {
  const asked = request(argv);
  if (typeof asked === "string") return refuse(asked);
  const files = filesOf(asked);
  const existing = Object.keys(files).find((path) => existsSync(join(root, path)));
  if (existing !== undefined) return refuse(`${existing} exists already`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { generate } = await import("./generate.mjs");
  await generate(root, false);
  console.log(
    `Fill in, then npm test:\n${Object.keys(files)
      .map((path) => `  ${path}`)
      .join("\n")}`,
  );
  return 0;
}

function refuse(line) {
  console.error(line);
  return 2;
}

process.exitCode = await main(process.cwd(), process.argv.slice(2));
