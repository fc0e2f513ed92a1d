import type { DefaultTheme, UserConfig } from "vitepress";
import { toFragment } from "../../src/playground/share-link.ts";
import { slugOf } from "./links.ts";
import { adaptMarkdown, exampleKey, type TryItLinks } from "./markdown.ts";
import { otherMarkdown, sitePages } from "./pages.ts";
import { ruleExamples } from "./rule-examples.ts";
import { sidebars } from "./sidebar.ts";

/** Returns the configuration of the site. VitePress runs in the root directory of the project. */
export async function siteConfig(): Promise<UserConfig<DefaultTheme.Config>> {
  const pages = sitePages();
  const tryIt = await tryItLinks();
  return {
    title: "lease-guard",
    description: "Validates Kubernetes Leases and LeaseCandidates",
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
      ["link", { rel: "icon", href: "data:," }],
      ["noscript", {}, `<style>${withoutScripts}</style>`],
    ],
    markdown: {
      anchor: { slugify: slugOf },
      // The default themes have comments and keys with too little contrast.
      theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
      config: (renderer) => adaptMarkdown(renderer, pages, tryIt),
    },
    themeConfig: {
      nav: [
        { text: "First hour", link: "/first-hour" },
        { text: "Rules", link: "/rules/" },
        { text: "Playground", link: "/playground/", target: "_self" },
      ],
      sidebar: sidebars(pages),
      outline: [2, 3],
      search: { provider: "local" },
    },
  };
}

/**
 * The style without JavaScript: no controls that need JavaScript, and on narrow screens the
 * navigation below the page instead of a menu.
 */
const withoutScripts = `
#app :is(.VPNavBarSearch, .VPNavBarAppearance, .VPNavBarExtra, .VPNavBarHamburger, .VPLocalNav) { display: none }
@media (max-width: 959px) {
  #app .VPSidebar { position: static; order: 1; width: auto; max-width: none; transform: none; opacity: 1; box-shadow: none }
}`;

async function tryItLinks(): Promise<TryItLinks> {
  const links = (await ruleExamples()).map(async ({ rule, yaml, input }) => {
    const address = `/playground/#${await toFragment(input)}`;
    return [exampleKey(`docs/rules/${rule}.md`, yaml), address] as const;
  });
  return new Map(await Promise.all(links));
}
