import { namespacedName } from "../../../core/field/object-reference.ts";
import { countSeverities } from "../../../core/field/severity.ts";
import type { Guarantee } from "../../../guarantee/guarantee.ts";
import { publishedGuarantee } from "../../../guarantee/published-guarantee.ts";
import type { WriteLatency } from "../../../listing/write-latency.ts";
import { jsonReport, jsonText, reportOfKind } from "../../../report/json-report.ts";
import type { Report } from "../../../report/report.ts";
import type { Durations } from "../../../workload/tolerance.ts";
import type { Fleet } from "../../fleet/fleet.ts";
import { publishedUnread } from "../../fleet/reports/json.ts";
import { publishedCluster, publishedCoverage, publishedFinding, publishedSuppressed } from "../../reports/json.ts";
import { summarizeAudit } from "../../result.ts";
import type { Advice } from "../advice.ts";
import {
  type Elections,
  electionCounts,
  type Heartbeats,
  type ListedElection,
  needsAttention,
  reasonOf,
} from "../elections.ts";
import type { CountedFence, Fencing } from "../fences.ts";

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

function publishedElections(
  { audit, elections, nodes, apiServers, advice, guarantees, fencing }: Elections,
  version: string,
): object {
  const { leaseWritesPerMinute: writes } = summarizeAudit(audit);
  return reportOfKind("Elections", {
    version,
    cluster: publishedCluster(audit.cluster),
    readAt: audit.readAt,
    summary: {
      elections: elections.length,
      needAttention: elections.filter(needsAttention).length,
      states: Object.fromEntries(electionCounts(elections)),
      ...countSeverities(elections.flatMap(({ findings }) => findings)),
      ...(writes !== undefined && { leaseWritesPerMinute: writes }),
      nodeHeartbeats: publishedCounts(nodes),
      apiServerIdentities: publishedCounts(apiServers),
    },
    elections: elections.map((listed) => ({
      ...publishedElection(listed),
      ...publishedMore(guarantees?.get(listed), fencing && fencesOf(fencing, listed)),
    })),
    ...(fencing !== undefined && {
      fenceCounts: { apiServersRead: fencing.serversRead, notKnown: fencing.unknown },
    }),
    ...(advice !== undefined && { advice: publishedAdvice(advice) }),
    ...publishedCoverage(
      advice?.latency?.ok === false ? { ...audit, unread: [...audit.unread, advice.latency.error] } : audit,
    ),
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

function publishedAdvice({ timings, pauses, others, latency }: Advice): object {
  return {
    timings: timings.map(({ timing, tolerance: { outageMs, skewMs, takeoverMs }, elections }) => ({
      ...publishedTiming(timing),
      ...{ elections, outageSeconds: outageMs / 1000, skewSeconds: skewMs / 1000, takeoverSeconds: takeoverMs / 1000 },
    })),
    pauses: pauses.map(({ listed: { namespace, name }, pause, smallest: [from, to] }) => ({
      ...{ namespace, name, atLeastSeconds: pause.atLeastMs / 1000, atMostSeconds: pause.atMostMs / 1000 },
      endsWithTakeover: pause.endsWithTakeover,
      smallest: { from: publishedTiming(from), to: publishedTiming(to) },
    })),
    otherElections: others,
    ...(latency?.ok === true && { writes: publishedLatency(latency.value) }),
  };
}

function publishedTiming({ leaseMs, renewMs, retryMs }: Durations): object {
  return { leaseSeconds: leaseMs / 1000, renewSeconds: renewMs / 1000, retrySeconds: retryMs / 1000 };
}

function publishedLatency({ writes, percentile99Ms }: WriteLatency): object {
  return { count: writes, ...(percentile99Ms !== undefined && { percentile99Seconds: percentile99Ms / 1000 }) };
}

function publishedElection(listed: ListedElection): object {
  const { namespace, name, holder, renewed, findings, election, writesPerMinute: writes } = listed;
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
    ...(writes !== undefined && { writesPerMinute: Math.round(writes) }),
    ...(workload !== undefined && { workload, readyPods: ready ?? 0, runningPods: running ?? 0 }),
    findings: findings.map(publishedFinding),
    ...(suppressed.length > 0 && { suppressed: suppressed.map(publishedSuppressed) }),
  };
}

/** Returns what only some flags add to an election. */
function publishedMore(guarantee: Guarantee | undefined, fences: readonly CountedFence[] | undefined): object {
  return {
    ...(guarantee !== undefined && { guarantee: publishedGuarantee(guarantee) }),
    ...(fences !== undefined && {
      fences: fences.map(({ fence: { name, resources }, mode, counts }) => ({ name, mode, resources, ...counts })),
    }),
  };
}

function fencesOf({ fences }: Fencing, listed: ListedElection): readonly CountedFence[] {
  return fences.filter(({ fence }) => namespacedName(fence.lease) === namespacedName(listed));
}
