import type { ApiServer } from "../cluster/api-server.ts";
import { servedResources } from "../cluster/read-resource.ts";
import { type Replaced, replaceObjects } from "../cluster/replace-objects.ts";
import { resourceName } from "../core/api/requests.ts";
import { pluralize } from "../core/text/join-words.ts";
import { candidateResource } from "../listing/read-cluster.ts";
import { answerOf, openAsKubectl } from "../terminal/cluster-flags.ts";
import { UsageError } from "../terminal/errors.ts";
import { printError, printMessage } from "../terminal/output.ts";
import type { AuditFlags } from "./flags.ts";
import { type ReportKind, reportKinds, reportLabels, reportObjects } from "./report-objects.ts";
import type { AuditResult } from "./result.ts";
import { clusterFlagsOf } from "./source-flags.ts";

export interface WrittenReports extends Replaced {
  readonly kind: ReportKind["kind"];
}

/**
 * Writes a report into each namespace with findings, and deletes the reports of the other
 * namespaces. If the audit could not read pods or nodes, deletes no report, because findings can
 * then be absent. Unread LeaseCandidates do not count, because most clusters do not serve them. If
 * `namespace` is defined, only its report changes. Rejects with a usage error if the cluster serves
 * no kind of reports.
 */
export async function writeClusterReports(
  api: ApiServer,
  result: AuditResult,
  namespace: string | undefined,
): Promise<WrittenReports> {
  const kind = await servedKind(api);
  const owned = { ...kind, labels: reportLabels, namespace };
  const isComplete = result.unread.every(({ resource }) => resource === candidateResource);
  return { kind: kind.kind, ...(await replaceObjects(api, owned, reportObjects(result, kind), isComplete)) };
}

async function servedKind(api: ApiServer): Promise<ReportKind> {
  for (const kind of reportKinds)
    if ((await servedResources(api, kind.apiVersion)).includes(kind.resource)) return kind;
  const names = new Set(reportKinds.map(({ apiVersion, resource }) => resourceName(apiVersion, resource)));
  throw new UsageError(
    `--write-reports: the cluster must serve ${[...names].join(" or ")}; install one of these CustomResourceDefinitions`,
  );
}

/**
 * Writes the result of an audit as reports into the cluster that the flags select, and prints the
 * outcome to standard error. Returns false if a report could not be written or deleted.
 */
export async function publishReports(flags: AuditFlags, result: AuditResult): Promise<boolean> {
  const { api } = openAsKubectl(clusterFlagsOf(flags));
  const { kind, written, deleted, failures } = await answerOf(writeClusterReports(api, result, flags.namespace));
  for (const { namespace, reason } of failures) printError(`the ${kind} of the namespace ${namespace}: ${reason}`);
  printMessage(`wrote ${pluralize(written, kind)}, deleted ${deleted}`);
  return failures.length === 0;
}
