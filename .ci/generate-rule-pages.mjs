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
    const { modeOf } = await load("rules/policy.ts");
    const entries = [];
    for (const id of ruleIds(root)) entries.push(await readRule(load, id, modeOf));
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

async function readRule(load, id, modeOf) {
  const { rule } = await load(`rules/${id}.ts`);
  if (rule?.id !== id) throw new Error(`src/rules/${id}.ts must export a rule with the id ${id}`);
  return { ...rule, mode: modeOf(rule) };
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

function facts({ description, tier, mode, kinds, operations }) {
  const rows = [
    ["Tier", tier],
    ["Default mode", mode],
    ["Kinds", kinds.join(", ")],
    ["Operations", operations.join(", ")],
  ];
  return `${description}\n\n| Fact | Value |\n| --- | --- |\n${rows.map((row) => tableRow(row)).join("\n")}`;
}

function table(rules) {
  const rows = rules.map(({ id, tier, mode, kinds, description }) =>
    tableRow([`[${id}](${id}.md)`, tier, mode, kinds.join(", "), description]),
  );
  return `# Rules

${open}
Every rule, in rule-id order. The tier says whose law it is: \`api\` what kube-apiserver enforces, \`protocol\` how electors behave,
\`policy\` what an operator decides.

| Rule | Tier | Default mode | Kinds | What it demands |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
${close}
`;
}

function tableRow(cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
