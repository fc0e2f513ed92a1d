import type { Block } from "../../harness/page-blocks.ts";

/** Blocks that the test of another file runs. */
interface Elsewhere {
  readonly blocks: (block: Block) => boolean;
  /**
   * The file of the test. It names the page, or imports a file of `test/harness` that names the
   * page.
   */
  readonly test: string;
}

const on =
  (page: string, ...languages: readonly string[]) =>
  (block: Block) =>
    block.page === page && languages.includes(block.language);
const isRulePage = ({ page }: Block): boolean => /^docs\/rules\/[^/]+\/[^/]+\.md$/.test(page);

/** The first entry for a block decides. */
export const elsewhere: readonly Elsewhere[] = [
  {
    blocks: (block) => isRulePage(block) && ["Denied", "Accepted"].includes(block.heading),
    test: "test/rules/catalogue.test.ts",
  },
  {
    blocks: (block) =>
      on("docs/rules/schema.md", "yaml", "text")(block) && /^schema\/(?!unknown|duplicate|served)/.test(block.heading),
    test: "test/rules/catalogue.test.ts",
  },
  { blocks: on("docs/first-hour.md", "sh", "console"), test: "test/live/first-hour.test.ts" },
  { blocks: on("docs/testing-policies.md", "console"), test: "test/cli/page-walkthroughs.test.ts" },
  {
    blocks: (block) => on("docs/testing-policies.md", "yaml")(block) && /`[a-z]+\.yaml`:$/.test(block.before),
    test: "test/cli/page-walkthroughs.test.ts",
  },
  { blocks: on("docs/related-objects.md", "yaml", "console"), test: "test/cli/page-walkthroughs.test.ts" },
  {
    blocks: ({ page, language }) =>
      ["README.md", "docs/library.md", "docs/related-objects.md"].includes(page) && ["js", "ts"].includes(language),
    test: "test/library/examples.test.ts",
  },
  {
    blocks: (block) => on("docs/cli.md", "text")(block) && block.heading.startsWith("lease-guard"),
    test: "test/cli/program.test.ts",
  },
  {
    blocks: (block) => on("docs/helm.md", "sh")(block) && block.heading.startsWith("Adopt"),
    test: "test/live/scenarios/chart-adoption.ts",
  },
  { blocks: on("docs/helm.md", "sh"), test: "test/live/scenarios/chart-page.ts" },
  { blocks: on("docs/helm.md", "yaml"), test: "test/tools/chart.test.ts" },
  // The cluster of test/live/learn.test.ts has the audit policy of the page.
  { blocks: on("docs/learn.md", "yaml"), test: "test/live/harness/cluster.ts" },
];
