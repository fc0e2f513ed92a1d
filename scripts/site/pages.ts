import { existsSync, readFileSync } from "node:fs";
import { globSync } from "tinyglobby";

/** A page of the site: its file in the repository, and its path on the site without `.md`. */
export interface SitePage {
  readonly file: string;
  /** The path, such as `rules/index` for the page `/rules/`. */
  readonly path: string;
}

const outside = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "bench/README.md",
  "charts/**/*.md",
  "examples/**/*.md",
];

const ignore = ["**/node_modules/**", "site/**", "dist/**"];

export function otherMarkdown(pages: readonly SitePage[]): readonly string[] {
  const files = new Set(pages.map(({ file }) => file));
  return globSync("**/*.md", { ignore, dot: true }).filter((file) => !files.has(file));
}

export function sitePages(): readonly SitePage[] {
  return globSync(["docs/**/*.md", ...outside], { ignore })
    .toSorted()
    .map((file) => ({ file, path: pathOf(file) }));
}

/**
 * Returns the path of a page on the site. Paths of pages of `docs` are published, such as
 * `runbooks/NAME`, so they must not change.
 */
function pathOf(file: string): string {
  if (!file.startsWith("docs/") && !file.includes("/")) return file.replace(/\.md$/, "").toLowerCase();
  return file
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .replace(/(^|\/)README$/, "$1index");
}

/** Returns the address of a page on the site, such as `/rules/` or `/policy`. */
export function addressOf({ path }: SitePage): string {
  return `/${path.replace(/(^|\/)index$/, "$1")}`;
}

/** Returns the first heading of a page, or the path of the file if there is no heading. */
export function titleOf(file: string): string {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? file;
}
