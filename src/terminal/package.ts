import { readdirSync, readFileSync } from "node:fs";
import { tryOrUndefined } from "../core/field/result.ts";
import { pagePath, ruleIdForm } from "../core/text/rule-id.ts";

/** Reads a file of this package. The path starts at the root of the package or the checkout. */
export function packageFile(path: string): string {
  return readFileSync(packageUrl(path), "utf8");
}

/**
 * Lists the paths of all files and directories below a directory of this package, in code-unit
 * order.
 */
export function packageFiles(directory: string): readonly string[] {
  const names = readdirSync(packageUrl(directory), { recursive: true, encoding: "utf8" });
  return names.map((name) => `${directory}/${name.replaceAll("\\", "/")}`).sort();
}

/**
 * The root directory of the package. The bundle is in `dist/cli`, and this source file is one
 * directory deeper.
 */
const root = new URL("../../", import.meta.url);

export function packageUrl(path: string): URL {
  return new URL(path, root);
}

export function packageVersion(): string {
  return (JSON.parse(packageFile("package.json")) as { readonly version: string }).version;
}

/** The form of an id that can become part of a path: a group, or the id of a rule or a check. */
const pageName = new RegExp(`^(?:[a-z-]+|${ruleIdForm})$`);

/**
 * Returns the Markdown page of a rule, a check, or a group. For another origin of findings, returns
 * its section of the page `schema`. Removes the marks of generated parts. Returns undefined for an
 * unknown id.
 */
export function rulePage(id: string): string | undefined {
  const sections = readPage("schema")?.split(/^(?=## )/m) ?? [];
  return readPage(id) ?? sections.find((section) => section.startsWith(`## ${id}\n`));
}

function readPage(name: string): string | undefined {
  if (!pageName.test(name)) return undefined;
  return tryOrUndefined(() => packageFile(`docs/${pagePath(name)}.md`).replaceAll(/^<!--.*-->\n/gm, ""));
}
