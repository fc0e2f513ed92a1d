import { readFileSync } from "node:fs";
import type { DefaultTheme, UserConfig } from "vitepress";
import { toFragment } from "../../src/playground/share-link.ts";
import { slugOf } from "./links.ts";
import { adaptMarkdown, exampleKey, type TryItLinks } from "./markdown.ts";
import { otherMarkdown, type SitePage, sitePages } from "./pages.ts";
import { pictureStyles } from "./pictures.ts";
import { ruleExamples } from "./rule-examples.ts";
import { search } from "./search.ts";
import { sidebars } from "./sidebar.ts";

const origin = "https://lease-guard.dev";
const description =
  "Finds the Kubernetes election that has no leader, stops the write that makes two leaders, and keeps a deposed leader from writing";

/** Returns the configuration of the site. VitePress runs in the root directory of the project. */
export async function siteConfig(): Promise<UserConfig<DefaultTheme.Config>> {
  const pages = sitePages();
  const tryIt = await tryItLinks();
  return {
    title: "lease-guard",
    description,
    lang: "en-US",
    srcDir: "..",
    srcExclude: [...otherMarkdown(pages), "**/dist/**", "site/**"],
    outDir: "../site",
    cacheDir: "../node_modules/.cache/vitepress",
    rewrites: Object.fromEntries(pages.map(({ file, path }) => [file, `${path}.md`])),
    cleanUrls: true,
    // test/tools/site.test.ts checks all links, also those to the playground.
    ignoreDeadLinks: true,
    head: [
      ["link", { rel: "icon", type: "image/svg+xml", href: "/mark.svg" }],
      ["meta", { property: "og:title", content: "lease-guard" }],
      ["meta", { property: "og:description", content: description }],
      ["meta", { property: "og:image", content: `${origin}/og.png` }],
      ["meta", { name: "twitter:card", content: "summary_large_image" }],
      ["style", {}, pictureStyles().join("")],
      ["noscript", {}, `<style>${withoutScripts}</style>`],
    ],
    markdown: {
      anchor: { slugify: slugOf },
      // The default themes have comments and keys with too little contrast.
      theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
      config: (renderer) => adaptMarkdown(renderer, pages, tryIt),
    },
    transformPageData: ({ relativePath, frontmatter }) =>
      isWide(pages.find(({ path }) => `${path}.md` === relativePath))
        ? { frontmatter: { pageClass: "wide", ...frontmatter, aside: false } }
        : undefined,
    themeConfig: {
      logo: { src: "/mark.svg", alt: "The mark of lease-guard" },
      nav: [
        { text: "Install", link: "/install" },
        { text: "Rules", link: "/rules/" },
        { text: "Playground", link: "/playground/", target: "_self" },
      ],
      sidebar: sidebars(pages),
      outline: [2, 3],
      search,
    },
  };
}

/**
 * Reports whether a page has a table of six or more columns, or a picture of a wide terminal. Such
 * a page has no outline.
 */
function isWide(page: SitePage | undefined): boolean {
  if (page === undefined) return false;
  return /^\|(?:[^|\n]*\|){6,}\n\|[-| :]+\|$|^<picture>$/m.test(readFileSync(page.file, "utf8"));
}

/**
 * The style without JavaScript: no controls that need JavaScript, the list of rules as a plain
 * table, and the navigation below the page instead of a menu on narrow screens and on the start
 * page.
 */
const withoutScripts = `
#app :is(.VPNavBarSearch, .VPNavBarAppearance, .VPNavBarExtra, .VPNavBarHamburger, .VPLocalNav, .rule-filter) { display: none }
#app .live :is(input, fieldset, .works) { display: none }
@media (max-width: 959px) {
  #app .VPSidebar { position: static; order: 1; width: auto; max-width: none; transform: none; opacity: 1; box-shadow: none }
}
@media (min-width: 960px) {
  #app .start .VPSidebar { display: block; position: static; order: 1; width: auto; max-width: none; padding-left: 32px }
  #app .rules table { display: table }
  #app .rules table thead { display: table-header-group }
  #app .rules table tbody { display: table-row-group }
  #app .rules table tr { display: table-row }
  #app .rules table :is(th, td) { display: table-cell; border: 1px solid var(--vp-c-divider); padding: 8px }
}`;

async function tryItLinks(): Promise<TryItLinks> {
  const links = (await ruleExamples()).map(async ({ rule, yaml, input }) => {
    const address = `/playground/#${await toFragment(input)}`;
    return [exampleKey(`docs/rules/${rule}.md`, yaml), address] as const;
  });
  return new Map(await Promise.all(links));
}
