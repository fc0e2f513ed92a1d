import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Registration } from "../../src/cluster/registration/registration.ts";
import { defaultPolicy, type Profile } from "../../src/policy/policy.ts";
import { modeOf } from "../../src/policy/resolve.ts";
import type { ParametersSchema, Rule } from "../../src/rules/rule.ts";
import { filesBelow } from "./files-below.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { generatedMarks } from "./generated-marks.ts";
import type { JsonSchema } from "./json-schema.ts";
import { ruleGroups } from "./rule-files.ts";
import { type CelRules, runnerRows, runnersText } from "./rule-runners.ts";
import { readBaseRegistration, sentBy } from "./sent-by.ts";
import { tableRow } from "./table-row.ts";

const folder = "docs/rules";
const { open, close } = generatedMarks;

export function rulePages(rules: readonly Rule[], cel: CelRules): readonly GeneratedFile[] {
  for (const id of pageIds()) {
    if (!rules.some((rule) => rule.id === id)) throw new Error(`${folder}/${id}.md describes no rule: remove it`);
  }
  const base = readBaseRegistration();
  return [
    ...rules.map((rule) => rulePage(rule, base, cel)),
    { path: `${folder}/README.md`, text: ruleTable(rules, cel) },
  ];
}

function pageIds(): readonly string[] {
  return Object.keys(ruleGroups).flatMap((group) =>
    filesBelow(join(folder, group), ".md").map((page) => `${group}/${page.slice(0, -".md".length)}`),
  );
}

function rulePage(rule: Rule, base: Registration, cel: CelRules): GeneratedFile {
  const path = `${folder}/${rule.id}.md`;
  const head = `# ${rule.id}\n\n${open}\n${facts(rule, base, cel)}\n${close}\n`;
  if (!existsSync(path)) return { path, text: head };
  const text = readFileSync(path, "utf8");
  const end = text.indexOf(`${close}\n`);
  if (!text.startsWith(`# ${rule.id}\n`) || end < 0)
    throw new Error(`${path} must begin with "# ${rule.id}" and contain ${open} and ${close}`);
  return { path, text: head + text.slice(end + close.length + 1) };
}

function facts(rule: Rule, base: Registration, cel: CelRules): string {
  const rows = [
    ["Tier", rule.tier],
    ["Default mode", modeIn("default", rule)],
    ["In profile strict", modeIn("strict", rule)],
    ["Kinds", rule.kinds.join(", ")],
    ["Operations", rule.operations.join(", ")],
    ...runnerRows(rule, cel.get(rule.id)),
    ...(rule.isRelation ? [] : [["Sent by", sentBy(rule, base)]]),
  ];
  const known = rule.parameters === undefined ? "" : `\n\n${parameterTable(rule.parameters)}`;
  return `${rule.description}\n\n| Fact | Value |\n| --- | --- |\n${rows.map(tableRow).join("\n")}${known}`;
}

function modeIn(profile: Profile, rule: Rule): string {
  const rules = new Map([[rule.id, { parameters: {} }]]);
  const mode = modeOf(rule, { ...defaultPolicy, profile, rules });
  return modeOf(rule) === "off" ? `off; with parameters ${mode}` : mode;
}

function parameterTable({ properties, required = [] }: ParametersSchema<Readonly<Record<string, unknown>>>): string {
  const rows = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? ", required" : ""}`,
    typeText(schema),
    schema.description ?? "",
  ]);
  return `| Parameter | Type | Meaning |\n| --- | --- | --- |\n${rows.map(tableRow).join("\n")}`;
}

function typeText({ type, items, additionalProperties, minimum, maximum }: JsonSchema): string {
  if (items !== undefined) return `list of ${typeText(items)}s`;
  if (typeof additionalProperties === "object") return `map of ${typeText(additionalProperties)}s`;
  const bounds = [minimum === undefined ? "" : ` from ${minimum}`, maximum === undefined ? "" : ` to ${maximum}`];
  return String(type) + bounds.join("");
}

function ruleTable(rules: readonly Rule[], cel: CelRules): string {
  const rows = rules.map((rule) =>
    tableRow([
      `[${rule.id}](${rule.id}.md)`,
      ...[rule.tier, modeIn("default", rule), modeIn("strict", rule)],
      ...[rule.kinds.join(", "), runnersText(rule, cel.get(rule.id)), rule.description],
    ]),
  );
  const base = readBaseRegistration();
  const idle = rules
    .filter((rule) => !rule.isRelation && !sentBy(rule, base).startsWith("`manifests/base`"))
    .map(({ id }) => `[${id}](${id}.md)`);
  const relations = rules.filter(({ isRelation }) => isRelation).map(({ id }) => `[${id}](${id}.md)`);
  return `# Rules

${open}
The table lists all rules in the order of their ids. The tier is the source of a rule: kube-apiserver's validation (\`api\`),
the protocols of leader election and heartbeats (\`protocol\`), or your policy (\`policy\`). The page [Attacks](../attacks.md) lists
attacks and the rules that detect them.

The column "Acts in" shows where a rule validates the writes and the stored objects of a cluster. \`policies\` are the [ValidatingAdmissionPolicies](../admission-policies.md)
that \`lease-guard policy export\` writes. kube-apiserver itself enforces the rules of tier \`api\`. On the page of each rule,
the line "Acts in" names all commands that run the rule.

| Rule | Tier | Default mode | In profile strict | Kinds | Acts in | Requirement |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

## Rules that need a component

With \`manifests/base\`, kube-apiserver does not send the webhook any writes that these rules evaluate. In the webhook, these rules therefore report nothing:
${idle.join(",\n")}.
On the page of each of these rules, the line "Sent by" names the [components](../overlays.md#what-is-validated) that add the writes.

## Rules that the webhook cannot run

The webhook cannot run these rules, because they compare the object of a write with other objects:
${relations.join(",\n")}.
See [related objects](../related-objects.md).
${close}
`;
}
