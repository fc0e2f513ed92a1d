import { readFileSync } from "node:fs";
import type { Rule } from "../../src/rules/rule.ts";
import type { GeneratedFile } from "./generated-file.ts";
import type { CelRules } from "./rule-places.ts";

const path = "docs/admission-policies.md";
const begin = "<!-- The table is generated from the files NAME.cel.ts. -->\n";
const end = "<!-- End of the table. -->";

/** Returns the page about exported policies, with a table of what they leave out. */
export function policiesPage(rules: readonly Rule[], cel: CelRules): GeneratedFile {
  const page = readFileSync(path, "utf8");
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${path} must have the lines ${begin.trim()} and ${end}`);
  return { path, text: `${before}${begin}\n${table(rules, cel)}\n${end}${after}` };
}

function table(rules: readonly Rule[], cel: CelRules): string {
  const rows = rules.flatMap(({ id }) => leftOut(id, cel).map((what) => `| [${id}](rules/${id}.md) | ${what} |`));
  return ["| Rule | Left out |", "|---|---|", ...rows].map((line) => `${line}\n`).join("");
}

/** Returns the parts of a rule that the exported policies do not contain, each as a phrase. */
function leftOut(id: string, cel: CelRules): readonly string[] {
  const rule = cel.get(id);
  if (rule === undefined) return [];
  if ("noCel" in rule) return [`the whole rule: ${rule.noCel}`];
  const { since, params, unseen = [] } = rule;
  return [
    ...(params === undefined ? [] : ["the whole rule without `--relations`"]),
    ...(since === undefined ? [] : [`the whole rule before Kubernetes ${since}`]),
    ...unseen,
  ];
}
