import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { GeneratedFile } from "./generated-file.ts";
import { pageWithTable } from "./page-with-table.ts";
import { tableRow } from "./table-row.ts";

const folder = "docs/runbooks";
const sources = ["elections-monitoring", "monitoring"].map(
  (component) => `manifests/components/${component}/prometheus-rule.yaml`,
);

interface Alert {
  readonly alert: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

export function runbooksPage(): GeneratedFile {
  const alerts = sources.flatMap(alertsIn);
  const names = [...new Set(alerts.map(({ alert }) => alert))].toSorted();
  const rows = names.map((name) => {
    const own = alerts.filter(({ alert }) => alert === name);
    const severities = own.map(({ labels }) => labels.severity).join(", ");
    const [summary] = own.map(({ annotations }) => annotations.summary);
    return tableRow([`[${name}](${name}.md)`, severities, summary ?? "", `\`${firstCommand(name)}\``]);
  });
  return pageWithTable(`${folder}/README.md`, sources.join(" and "), [
    "| Alert | Severity | Meaning | First command |",
    "|---|---|---|---|",
    ...rows,
  ]);
}

function alertsIn(source: string): readonly Alert[] {
  const { spec } = parse(readFileSync(source, "utf8")) as {
    readonly spec: { readonly groups: readonly { readonly rules: readonly (Alert | { readonly record: string })[] }[] };
  };
  return spec.groups.flatMap(({ rules }) => rules).filter((rule) => "alert" in rule);
}

/** Returns the first command below the heading Diagnosis of a runbook. Throws if there is none. */
function firstCommand(alert: string): string {
  const path = `${folder}/${alert}.md`;
  const [, command] = /^## Diagnosis$[\s\S]*?^```sh\n(.*)$/m.exec(readFileSync(path, "utf8")) ?? [];
  if (command === undefined) throw new Error(`${path} must have a command below "## Diagnosis"`);
  return command;
}
