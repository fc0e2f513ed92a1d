/**
 * Replacements in the commands of pages. Each replacement has the reason why the command cannot run
 * as the page prints it.
 */
const substitutes: readonly {
  readonly page?: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly why: string;
}[] = [
  { from: /(?<=--(?:for|watch) )\d+[sm]\b/g, to: "1s", why: "a test cannot wait that long" },
  { from: "/var/lib/node_exporter", to: "var/lib/node_exporter", why: "the directory belongs to the system" },
  { from: "explain RULE", to: "explain lease/strategy-kept", why: "the reader replaces RULE" },
  { from: "explain CHECK", to: "explain audit/holder-gone", why: "the reader replaces CHECK" },
  {
    page: "docs/audit.md",
    from: /^lease-guard audit$/,
    to: "lease-guard audit -f page-cluster.json --now 2026-07-01T08:00:00Z",
    why: "the output has a time",
  },
  {
    page: "docs/elections.md",
    from: "lease-guard elections --watch",
    to: "lease-guard elections",
    why: "only the reader ends the command",
  },
  {
    page: "docs/learn.md",
    from: "my-chart --version NEW",
    to: "charts/lease-guard --set image.repository=registry.example.com/lease-guard",
    why: "the reader replaces the chart and the version",
  },
  { page: "docs/library.md", from: "../lease-guard", to: ".", why: "the clone is the directory of the session" },
];

/** Returns the commands that run instead of the commands on a page. */
export function substituted(page: string, commands: string): string {
  return substitutes
    .filter((each) => each.page === undefined || each.page === page)
    .reduce(
      (text, { from, to }) => text.trimEnd().replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to),
      commands,
    );
}
