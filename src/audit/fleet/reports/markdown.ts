import { code, jobSummaryLimit, markdownPage, markdownTable } from "../../../report/markdown.ts";
import type { Report } from "../../../report/report.ts";
import { markdownLines } from "../../reports/markdown.ts";
import type { AuditResult } from "../../result.ts";
import type { Fleet } from "../fleet.ts";
import { fleetScore } from "./text.ts";

export const fleetMarkdown: Report<Fleet<AuditResult>> = (fleet, { verbose }) =>
  markdownPage(
    [
      `# lease-guard audit: ${fleetScore(fleet)}`,
      ...unreadTable(fleet),
      ...fleet.clusters.flatMap((result) => ["", ...markdownLines(result, verbose)]),
    ],
    jobSummaryLimit,
  );

/** Returns the table of the clusters that could not be read. */
function unreadTable({ unread }: Fleet<unknown>): readonly string[] {
  return markdownTable(
    ["Cluster that could not be read", "Reason"],
    unread.map(({ cluster, reason }) => [code(cluster.name), code(reason)]),
  );
}
