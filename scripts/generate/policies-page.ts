import { type CelOmission, omissionsOf } from "../../src/export/omission.ts";
import type { Rule } from "../../src/rules/rule.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { pageWithTable } from "./page-with-table.ts";
import type { CelRules } from "./rule-runners.ts";
import { tableRow } from "./table-row.ts";

/**
 * Returns the page about exported policies, with a table of the parts of rules that they leave out.
 */
export function policiesPage(rules: readonly Rule[], cel: CelRules): GeneratedFile {
  const rows = rules.flatMap(({ id }) => leftOut(id, cel).map((what) => tableRow([`[${id}](rules/${id}.md)`, what])));
  return pageWithTable("docs/admission-policies.md", "the files NAME.cel.ts", [
    "| Rule | Left out |",
    "|---|---|",
    ...rows,
  ]);
}

/** Returns the parts of a rule that the exported policies do not contain, each as a phrase. */
function leftOut(id: string, cel: CelRules): readonly string[] {
  const definition = cel.get(id);
  return definition === undefined ? [] : omissionsOf(definition).map(phraseOf);
}

function phraseOf(omission: CelOmission): string {
  switch (omission.what) {
    case "rule":
      return `the whole rule: ${omission.reason}`;
    case "relations":
      return "the whole rule without `--relations`";
    case "version":
      return `the whole rule before Kubernetes ${omission.since}`;
    case "writes":
      return omission.writes;
  }
}
