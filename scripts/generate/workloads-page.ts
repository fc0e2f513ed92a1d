import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { pagePath } from "../../src/core/text/rule-id.ts";
import type { SetCheck } from "../../src/workload/check.ts";
import { checkIds } from "./check-index.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { pageWithTable } from "./page-with-table.ts";
import { sourcePaths } from "./source-paths.ts";
import { tableRow } from "./table-row.ts";

type ListedCheck = Pick<SetCheck<never>, "id" | "severity" | "description">;

/** Returns the page with the table of the checks of manifests. */
export async function workloadsPage(): Promise<GeneratedFile> {
  const checks = await Promise.all(checkIds().map(readCheck));
  return pageWithTable("docs/workloads.md", `the files in ${sourcePaths.checks}`, [
    "| Check | Severity | Requirement |",
    "| --- | --- | --- |",
    ...checks.map(({ id, severity, description }) => tableRow([`[${id}](${pagePath(id)}.md)`, severity, description])),
  ]);
}

/** Imports a check from its own file, because the generated index can be out of date. */
async function readCheck(id: string): Promise<ListedCheck> {
  const path = `${sourcePaths.checks}/${id}.ts`;
  const { check } = (await import(pathToFileURL(resolve(path)).href)) as { readonly check?: ListedCheck };
  if (check?.id !== id) throw new Error(`${path} must export a check with the id ${id}`);
  return check;
}
