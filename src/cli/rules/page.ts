import { readFileSync } from "node:fs";

/** The page of a rule in the package, or the paragraph of what is found without a rule; undefined where the package has none. */
export function rulePage(id: string): string | undefined {
  const sections = readPage("schema")?.split(/^(?=## )/m) ?? [];
  return readPage(id) ?? sections.find((section) => section.startsWith(`## ${id}\n`));
}

function readPage(name: string): string | undefined {
  try {
    return readFileSync(new URL(`../../docs/rules/${name}.md`, import.meta.url), "utf8");
  } catch {
    return undefined;
  }
}
