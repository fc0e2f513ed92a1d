import type { DefaultTheme } from "vitepress";
import { addressOf, type SitePage, titleOf } from "./pages.ts";

type Item = DefaultTheme.SidebarItem;

const project = "Project";

const sections: readonly { readonly text: string; readonly files: readonly string[] }[] = [
  { text: "Start", files: ["docs/index.md", "docs/two-leaders.md", "docs/install.md", "docs/glossary.md"] },
  { text: "Tutorials", files: ["docs/first-hour.md", "docs/learn-tutorial.md"] },
  {
    text: "See",
    files: ["docs/elections.md", "docs/audit.md", "docs/access.md", "docs/monitoring-elections.md"],
  },
  {
    text: "Prevent",
    files: [
      ...["docs/admission-policies.md", "docs/fence.md", "docs/helm.md", "docs/overlays.md", "docs/doctor.md"],
      ...["docs/learn.md", "docs/runbooks/README.md", "examples/README.md"],
    ],
  },
  {
    text: "Prove",
    files: ["docs/workloads.md", "docs/testing-policies.md", "docs/guarantee.md", "docs/library.md"],
  },
  {
    text: "Reference",
    files: [
      ...["docs/cli.md", "docs/policy.md", "docs/serving.md", "docs/rules/README.md", "docs/rules/schema.md"],
      ...["docs/files-and-reports.md", "docs/programs.md", "docs/audit-reports.md", "docs/attacks.md"],
      "charts/lease-guard/README.md",
    ],
  },
  {
    text: "Explanation",
    files: ["docs/clocks-and-terms.md", "docs/related-objects.md", "docs/recorded-traffic.md", "SECURITY.md"],
  },
  {
    text: project,
    files: [
      ...["CONTRIBUTING.md", "docs/adding-a-rule.md", "docs/architecture.md", "bench/README.md"],
      ...["docs/releasing.md", "docs/versioning.md", "CHANGELOG.md"],
    ],
  },
];

/**
 * Directories with many pages. The sidebar lists these pages only on pages of the same directory.
 */
const directories: readonly (readonly [text: string, directory: string])[] = [
  ["Rules about Leases", "docs/rules/lease/"],
  ["Rules about LeaseCandidates", "docs/rules/lease-candidate/"],
  ["Rules about metadata", "docs/rules/metadata/"],
  ["Checks of an audit", "docs/checks/"],
  ["Runbooks", "docs/runbooks/"],
  ["Decisions", "docs/decisions/"],
  ["Examples", "examples/"],
];

/**
 * Returns the sidebars of the site. Each key is the beginning of the addresses that show the
 * sidebar. A page that is in no section and no directory is in "More".
 */
export function sidebars(pages: readonly SitePage[]): DefaultTheme.SidebarMulti {
  const named = new Set(sections.flatMap(({ files }) => files));
  const inDirectory = (directory: string): Item[] =>
    pages.filter(({ file }) => file.startsWith(directory) && !named.has(file)).map(item);
  const others = pages.filter(
    ({ file }) => !named.has(file) && !directories.some(([, directory]) => file.startsWith(directory)),
  );
  const entry = (text: string, directory: string): Item => ({ text, link: inDirectory(directory)[0]?.link ?? "/" });
  const base: Item[] = [
    ...sections.map(({ text, files }, index) => ({
      text,
      items: [
        ...files.flatMap((file) => pages.filter((page) => page.file === file)).map(item),
        ...(index === 0 ? [playground] : []),
        ...(text === "Reference" ? [entry("Checks of an audit", "docs/checks/")] : []),
        ...(text === project ? [entry("Decisions", "docs/decisions/")] : []),
      ],
    })),
    ...(others.length === 0 ? [] : [{ text: "More", items: others.map(item) }]),
  ];
  const own = directories.map(([text, directory]) => {
    const section = { text, items: inDirectory(directory) };
    return [`/${directory.replace(/^docs\//, "")}`, [...base, section]] as const;
  });
  return { ...Object.fromEntries(own), "/": base };
}

const playground: Item = { text: "Playground", link: "/playground/", target: "_self" };

function item(page: SitePage): Item {
  return { text: page.file === "docs/index.md" ? "Overview" : titleOf(page.file), link: addressOf(page) };
}
