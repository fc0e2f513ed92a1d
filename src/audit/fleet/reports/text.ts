import { countSeverities } from "../../../core/field/severity.ts";
import { pluralize } from "../../../core/text/join-words.ts";
import { isoSecond } from "../../../core/text/time.ts";
import type { Report } from "../../../report/report.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { summaryLine } from "../../../report/text-blocks.ts";
import { clusterLine } from "../../reports/cluster-line.ts";
import { lastReadAt, noteLines, scoreText, shownObjects } from "../../reports/shown.ts";
import { auditText } from "../../reports/text.ts";
import type { AuditResult } from "../../result.ts";
import { clusterCount, type Fleet, unreadClusterLine } from "../fleet.ts";

/** The report of each cluster with findings, lines about the other clusters, and one sentence. */
export const fleetText: Report<Fleet<AuditResult>> = (fleet, context) => {
  const isShown = (result: AuditResult): boolean => shownObjects(result, context.verbose).length > 0;
  const shown = fleet.clusters.filter(isShown).map((result) => `${auditText(result, context)}\n`);
  const others = fleet.clusters.filter((result) => !isShown(result)).flatMap(quietLines);
  const end = [...others, ...fleet.unread.map((each) => `not read: ${unreadClusterLine(each)}`), fleetScore(fleet)];
  return [...shown, ...end.map((line) => `${sanitize(line)}\n`)].join("");
};

/** Returns the lines about a cluster without findings. */
function quietLines(result: AuditResult): readonly string[] {
  const lines = [...noteLines(result), `${scoreText(result)} (${isoSecond(lastReadAt(result))})`];
  return [clusterLine(result.cluster), ...lines.map((line) => `  ${line}`)];
}

/** Returns a line such as `50 clusters, 1 not read: 3 errors, 2 warnings`. */
export function fleetScore(fleet: Fleet<AuditResult>): string {
  const found = fleet.clusters.flatMap(({ objects }) => objects.flatMap(({ findings }) => findings));
  const { errors, warnings, infos } = countSeverities(found);
  return summaryLine(clusterCount(fleet), [
    pluralize(errors, "error"),
    pluralize(warnings, "warning"),
    infos === 0 ? "" : pluralize(infos, "info"),
  ]);
}
