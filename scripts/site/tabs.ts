import type { Token } from "./tables.ts";

/** The pages whose sections are tabs. */
const pagesWithTabs: readonly string[] = ["docs/install.md"];

/**
 * Wraps each section of level 2 of a page with tabs, and adds links to the sections.
 * `docs/.vitepress/theme/tabs.ts` then shows one section at a time.
 */
export function withTabs(tokens: readonly Token[], page: string, html: (content: string) => Token): readonly Token[] {
  if (!pagesWithTabs.includes(page)) return tokens;
  const isHeading = (token: Token | undefined): boolean => token?.type === "heading_open" && token.tag === "h2";
  const headings = tokens.filter(isHeading);
  const titles = tokens.flatMap((token, index) => (isHeading(tokens[index - 1]) ? [token.content] : []));
  const links = headings.map((heading, index) => `<a href="#${heading.attrGet("id")}">${titles[index]}</a>`);
  const nav = html(`<nav class="tabs" aria-label="Ways to install" v-pre>${links.join("")}</nav>\n`);
  const sections = tokens.flatMap((token) => {
    if (!isHeading(token)) return [token];
    const start = token === headings[0] ? nav : html("</section>\n");
    return [start, html('<section class="tab">\n'), token];
  });
  return headings.length === 0 ? tokens : [...sections, html("</section>\n")];
}
