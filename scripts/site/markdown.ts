import type { MarkdownRenderer } from "vitepress";
import { siteLink } from "./links.ts";
import type { SitePage } from "./pages.ts";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** The addresses of examples in the playground, by page and YAML. */
export type TryItLinks = ReadonlyMap<string, string>;

export function exampleKey(page: string, yaml: string): string {
  return `${page}\n${yaml}`;
}

/** Converts the links between files to links between pages, and adds links to the playground. */
export function adaptMarkdown(renderer: MarkdownRenderer, pages: readonly SitePage[], tryIt: TryItLinks): void {
  const { text } = renderer.renderer.rules;
  renderer.renderer.rules.text = (...args) => (text?.(...args) ?? "").replaceAll("{{", "&#123;&#123;");
  renderer.core.ruler.push("lease-guard", (state) => {
    // VitePress has already rewritten the path.
    const { relativePath } = state.env as { readonly relativePath: string };
    const page = pages.find(({ path }) => `${path}.md` === relativePath)?.file ?? relativePath;
    for (const { children } of state.tokens) {
      adaptLinks(children ?? [], page, pages);
      // Vue would evaluate `{{ }}` in a page.
      for (const token of children ?? []) if (token.type === "code_inline") token.attrSet("v-pre", "");
    }
    state.tokens = state.tokens.flatMap((token) => {
      const address = token.type === "fence" ? tryIt.get(exampleKey(page, token.content)) : undefined;
      if (address === undefined) return [token];
      const link = new state.Token("html_block", "", 0);
      link.content = `<p class="try-it"><a href="${address}" target="_self">Try this example in the playground</a></p>\n`;
      return [token, link];
    });
  });
}

/** Changes the links of a paragraph. A link to a file that is not a page becomes plain text. */
function adaptLinks(tokens: readonly Token[], page: string, pages: readonly SitePage[]): void {
  let isPlain = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const address = siteLink(token.attrGet("href") ?? "", page, pages);
      isPlain = address === undefined;
      if (address !== undefined) token.attrSet("href", address);
    }
    if (isPlain && token.type.startsWith("link_")) {
      if (token.type === "link_close") isPlain = false;
      token.type = "text";
      token.tag = "";
      token.content = "";
    }
  }
}
