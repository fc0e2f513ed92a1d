import type { DefaultTheme } from "vitepress";

/**
 * The search of the site, which runs in the browser. VitePress writes the functions into the pages
 * as text, so they must not use anything outside of their own bodies.
 */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    miniSearch: {
      searchOptions: {
        // Guides come first, and pages about the project come last.
        boostDocument: (id: string): number => {
          if (/^\/(?:changelog|decisions\/|contributing|releasing|adding-a-rule|bench\/)/.test(id)) return 0.15;
          if (/^\/(?:checks\/|rules\/|runbooks\/|cli|files-and-reports)./.test(id)) return 0.6;
          return /^\/(?:elections|install|policy|two-leaders|first-hour|admission-policies)(?:\.html)?(?:#|$)/.test(id)
            ? 1.6
            : 1;
        },
        processTerm: (term: string): string | null => {
          const word = term.toLowerCase();
          return /^(?:an?|and|are|for|how|in|is|of|on|or|the|to|with)$/.test(word) ? null : word;
        },
      },
    },
  },
};
