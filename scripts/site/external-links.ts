import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";

/**
 * Returns the links of the built pages to other hosts: one link per line, with the pages that
 * contain it. No check opens these links, because checks connect only to package registries.
 */
export function externalLinks(site: string): string {
  const pages = new Map<string, string[]>();
  for (const file of globSync("**/*.html", { cwd: site }).toSorted()) {
    const html = readFileSync(join(site, file), "utf8");
    const links = new Set(Array.from(html.matchAll(/<a\b[^>]*?\shref="(https?:[^"]*)"/g), ([, link = ""]) => link));
    for (const link of links)
      pages.set(link, [...(pages.get(link) ?? []), `/${file.replace(/(?:index)?\.html$/, "")}`]);
  }
  return Array.from(pages, ([link, own]) => `${link} ${own.join(" ")}\n`)
    .toSorted()
    .join("");
}
