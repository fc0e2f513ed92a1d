import { namespacedName } from "../../../core/field/object-reference.ts";
import { countSeverities } from "../../../core/field/severity.ts";
import { jsonReport } from "../../../report/json-report.ts";
import type { Report } from "../../../report/report.ts";
import { electionStates } from "../../election.ts";
import { possibleChecks } from "../../possible-checks.ts";
import { publishedFinding } from "../../reports/json.ts";
import { leftOutChecks } from "../../reports/shown.ts";
import { type Elections, type Heartbeats, type ListedElection, needsAttention, reasonOf } from "../elections.ts";

/** Formats elections as JSON. The schema is `schemas/report/v1alpha1/elections.json`. */
export const electionsJson: Report<Elections> = ({ audit, elections, nodes, apiServers }, { version }) => {
  const count = (state: string): number => elections.filter(({ election }) => election.state === state).length;
  return jsonReport("Elections", {
    version,
    readAt: audit.readAt,
    summary: {
      elections: elections.length,
      needAttention: elections.filter(needsAttention).length,
      states: Object.fromEntries(electionStates.map((state) => [state, count(state)])),
      ...countSeverities(elections.flatMap(({ findings }) => findings)),
      nodeHeartbeats: publishedCounts(nodes),
      apiServerIdentities: publishedCounts(apiServers),
    },
    elections: elections.map(publishedElection),
    unread: audit.unread.map(({ resource, reason }) => ({ resource, reason })),
    checks: possibleChecks(audit).map(({ id }) => id),
    leftOut: leftOutChecks(audit),
  });
};

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
  };
}
