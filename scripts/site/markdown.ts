import { join } from "node:path/posix";
import type { MarkdownRenderer } from "vitepress";
import { siteLink } from "./links.ts";
import type { SitePage } from "./pages.ts";
import { inlinePicture, inlinePictures } from "./pictures.ts";
import { labelCells, ruleFilter, type Token } from "./tables.ts";
import { withTabs } from "./tabs.ts";

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
    const html = (content: string): Token => {
      const token = new state.Token("html_block", "", 0);
      token.content = content;
      return token;
    };
    for (const { children } of state.tokens) {
      adaptLinks(children ?? [], page, pages);
      // Vue would evaluate `{{ }}` in a page.
      for (const token of children ?? []) if (token.type === "code_inline") token.attrSet("v-pre", "");
    }
    const tables = labelCells(state.tokens);
    let table = 0;
    const adapted = state.tokens.flatMap((token, index, tokens) => {
      const image = tokens[index + 1]?.type === "inline" ? drawing(tokens[index + 1]) : undefined;
      if (token.type === "paragraph_open" && image) return [html(inlineImage(image, page))];
      if (drawing(token) || (token.type === "paragraph_close" && drawing(tokens[index - 1]))) return [];
      if (token.type === "html_block") token.content = inlinePictures(token.content, page);
      if (token.type === "table_open")
        return isRuleTable(tables[table]) ? [html(`${ruleFilter()}<div class="rules">\n`), token] : [token];
      if (token.type === "table_close") return isRuleTable(tables[table++]) ? [token, html("</div>\n")] : [token];
      if (token.type !== "fence") return [token];
      const address = tryIt.get(exampleKey(page, token.content));
      if (address === undefined) return token.content.startsWith("Usage: ") ? asHelp(token, html) : [token];
      return [
        token,
        html(`<p class="try-it"><a href="${address}" target="_self">Try this example in the playground</a></p>\n`),
      ];
    });
    state.tokens = [...withTabs(adapted, page, html)];
  });
}

function isRuleTable(headings: readonly string[] | undefined): boolean {
  return headings?.includes("Acts in") ?? false;
}

/** The output of `--help` is wider than a narrow screen, and its lines must not wrap. */
function asHelp(token: Token, html: (content: string) => Token): readonly Token[] {
  return [html('<div class="help">\n'), token, html("</div>\n")];
}

/** Returns the drawing that is the only content of a paragraph. */
function drawing(token: Token | undefined): Token | undefined {
  const [image, ...more] = token?.type === "inline" ? (token.children ?? []) : [];
  return image?.type === "image" && more.length === 0 && image.attrGet("src")?.endsWith(".svg") ? image : undefined;
}

function inlineImage(image: Token, page: string): string {
  return inlinePicture(join(page, "..", image.attrGet("src") ?? ""), image.content);
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
