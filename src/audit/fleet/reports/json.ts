import { jsonReport } from "../../../report/json-report.ts";
import type { Report } from "../../../report/report.ts";
import { publishedAudit, publishedCluster } from "../../reports/json.ts";
import type { AuditResult } from "../../result.ts";
import type { Fleet, UnreadCluster } from "../fleet.ts";

/** Formats audits as JSON. The schema is `schemas/report/v1alpha1/audit-list.json`. */
export const fleetJson: Report<Fleet<AuditResult>> = ({ clusters, unread }, context) =>
  jsonReport("AuditList", {
    version: context.version,
    items: clusters.map((result) => publishedAudit(result, context)),
    unread: unread.map(publishedUnread),
  });

export function publishedUnread({ cluster, reason }: UnreadCluster): UnreadCluster {
  return { cluster: publishedCluster(cluster), reason };
}
