import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ruleIds } from "./generate-rule-index.mjs";
import { filesBelow, withSource } from "./load-source.mjs";
import { ruleGroups } from "./rule-groups.mjs";

const folder = "docs/rules";
const open = "<!-- generated -->";
const close = "<!-- /generated -->";

/** The head of every rule's page and the table of all of them; what a page says below its head is kept. */
export async function rulePages(root) {
  const rules = await withSource(root, async (load) => {
    const policy = await load("rules/policy.ts");
    const entries = [];
    for (const id of ruleIds(root)) entries.push(await readRule(load, id, policy));
    return entries;
  });
  for (const group of Object.keys(ruleGroups)) {
    for (const page of filesBelow(join(root, folder, group), ".md")) {
      const id = `${group}/${page.slice(0, -3)}`;
      if (!rules.some((rule) => rule.id === id)) throw new Error(`${folder}/${id}.md describes no rule: remove it`);
    }
  }
  return [...rules.map((rule) => rulePage(root, rule)), { path: `${folder}/README.md`, text: table(rules) }];
}

async function readRule(load, id, { modeOf, defaultPolicy }) {
  const { rule } = await load(`rules/${id}.ts`);
  if (rule?.id !== id) throw new Error(`src/rules/${id}.ts must export a rule with the id ${id}`);
  const given = new Map([[id, { parameters: {} }]]);
  const modeIn = (profile) => modeOf(rule, { ...defaultPolicy, profile, rules: given });
  const once = modeOf(rule) === "off" ? "off; with parameters " : "";
  return { ...rule, mode: once + modeIn("default"), strictMode: once + modeIn("strict") };
}

function rulePage(root, rule) {
  const path = `${folder}/${rule.id}.md`;
  const head = `# ${rule.id}\n\n${open}\n${facts(rule)}\n${close}\n`;
  if (!existsSync(join(root, path))) return { path, text: head };
  const text = readFileSync(join(root, path), "utf8");
  const end = text.indexOf(`${close}\n`);
  if (!text.startsWith(`# ${rule.id}\n`) || end < 0)
    throw new Error(`${path} must begin with "# ${rule.id}" and hold ${open} and ${close}`);
  return { path, text: head + text.slice(end + close.length + 1) };
}

function facts({ description, tier, mode, strictMode, kinds, operations, parameters }) {
  const rows = [
    ["Tier", tier],
    ["Default mode", mode],
    ["In profile strict", strictMode],
    ["Kinds", kinds.join(", ")],
    ["Operations", operations.join(", ")],
  ];
  const known = parameters === undefined ? "" : `\n\n${parameterTable(parameters)}`;
  return `${description}\n\n| Fact | Value |\n| --- | --- |\n${rows.map((row) => tableRow(row)).join("\n")}${known}`;
}

function parameterTable({ properties, required = [] }) {
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? ", required" : ""}`,
    typeText(schema),
    schema.description,
  ]);
  return `| Parameter | Type | Meaning |\n| --- | --- | --- |\n${rows.map((row) => tableRow(row)).join("\n")}`;
}

/** A JSON Schema in a few words; of what has none the type's own. */
function typeText({ type, items, additionalProperties, minimum, maximum }) {
  if (type === "array") return `list of ${typeText(items)}s`;
  if (type === "object") return `map of ${typeText(additionalProperties)}s`;
  const bounds = [minimum === undefined ? "" : ` from ${minimum}`, maximum === undefined ? "" : ` to ${maximum}`];
  return type + bounds.join("");
}

function table(rules) {
  const rows = rules.map(({ id, tier, mode, strictMode, kinds, description }) =>
    tableRow([`[${id}](${id}.md)`, tier, mode, strictMode, kinds.join(", "), description]),
  );
  return `# Rules

${open}
Every rule, in rule-id order. The tier says whose law it is: \`api\` what kube-apiserver enforces, \`protocol\` how electors behave,
\`policy\` what an operator decides.

| Rule | Tier | Default mode | In profile strict | Kinds | What it demands |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
${close}
`;
}

function tableRow(cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
