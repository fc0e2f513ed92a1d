import { namespacedName } from "../../../core/field/object-reference.ts";
import { countSeverities } from "../../../core/field/severity.ts";
import { jsonReport, jsonText, reportOfKind } from "../../../report/json-report.ts";
import type { Report } from "../../../report/report.ts";
import type { Fleet } from "../../fleet/fleet.ts";
import { publishedUnread } from "../../fleet/reports/json.ts";
import { publishedCluster, publishedCoverage, publishedFinding, publishedSuppressed } from "../../reports/json.ts";
import {
  type Elections,
  electionCounts,
  type Heartbeats,
  type ListedElection,
  needsAttention,
  reasonOf,
} from "../elections.ts";

/** Formats elections as JSON. The schema is `schemas/report/v1alpha1/elections.json`. */
export const electionsJson: Report<Elections> = (result, { version }) =>
  `${jsonText(publishedElections(result, version))}\n`;

/** Formats the elections of several clusters. The schema is `elections-list.json`. */
export const fleetJson: Report<Fleet<Elections>> = ({ clusters, unread }, { version }) =>
  jsonReport("ElectionsList", {
    version,
    items: clusters.map((result) => publishedElections(result, version)),
    unread: unread.map(publishedUnread),
  });

function publishedElections({ audit, elections, nodes, apiServers }: Elections, version: string): object {
  return reportOfKind("Elections", {
    version,
    cluster: publishedCluster(audit.cluster),
    readAt: audit.readAt,
    summary: {
      elections: elections.length,
      needAttention: elections.filter(needsAttention).length,
      states: Object.fromEntries(electionCounts(elections)),
      ...countSeverities(elections.flatMap(({ findings }) => findings)),
      nodeHeartbeats: publishedCounts(nodes),
      apiServerIdentities: publishedCounts(apiServers),
    },
    elections: elections.map(publishedElection),
    ...publishedCoverage(audit),
  });
}

function publishedCounts(heartbeats: Heartbeats): object {
  const count = (state: "renewed" | "expired" | "terminating" | "not known"): number => heartbeats.get(state) ?? 0;
  return {
    renewed: count("renewed"),
    expired: count("expired"),
    terminating: count("terminating"),
    notKnown: count("not known"),
  };
}

function publishedElection(listed: ListedElection): object {
  const { namespace, name, holder, renewed, findings, election } = listed;
  const { state, pod, node, since, termMs, failoverMs, workload, ready, running } = election;
  const { suppressed = [] } = listed;
  const reason = reasonOf(listed);
  return {
    ...{ namespace, name, state, needsAttention: needsAttention(listed) },
    ...(reason !== "" && { reason }),
    ...(holder !== undefined && { holder }),
    ...(pod !== undefined && { pod: namespacedName(pod) }),
    ...(node && { node }),
    ...(since !== undefined && { since }),
    ...(renewed !== undefined && { renewed }),
    ...(termMs !== undefined && { termSeconds: termMs / 1000 }),
    ...(failoverMs !== undefined && { failoverSeconds: failoverMs / 1000 }),
    ...(workload !== undefined && { workload, readyPods: ready ?? 0, runningPods: running ?? 0 }),
    findings: findings.map(publishedFinding),
    ...(suppressed.length > 0 && { suppressed: suppressed.map(publishedSuppressed) }),
  };
}
