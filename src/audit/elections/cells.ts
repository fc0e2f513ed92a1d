import { namespacedName } from "../../core/field/object-reference.ts";
import { shorten } from "../../core/field/path.ts";
import { ageText } from "../../core/text/duration.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { isoSecond } from "../../core/text/time.ts";
import { servesNoCandidates } from "../../listing/read-cluster.ts";
import { ifAny, summaryLine } from "../../report/text-blocks.ts";
import { isLed } from "../election.ts";
import { clusterLine } from "../reports/cluster-line.ts";
import { agoText, noteLines } from "../reports/shown.ts";
import { type AuditResult, summarizeAudit, writesIn } from "../result.ts";
import { adviceLines } from "./advice-lines.ts";
import {
  type Elections,
  electionCounts,
  type Heartbeats,
  type ListedElection,
  needsAttention,
  reasonOf,
} from "./elections.ts";

/** The content of a cell for an unknown value, and for a value that the Lease does not have. */
const [unknown, absent] = ["not known", "-"];

/** The maximum length of a holder: a pod name of 63 characters, `_`, and a UUID of 36. */
const maxHolder = 100;

export type Heading =
  | ("NAMESPACE" | "NAME" | "STATE" | "LEADER" | "NODE" | "SINCE" | "RENEWED" | "TERM" | "FAILOVER")
  | ("READY" | "WRITES" | "HOLDER" | "WORKLOAD" | "REASON");

const onlyWide: ReadonlySet<Heading> = new Set(["WRITES", "HOLDER", "WORKLOAD"]);

type Cell = (listed: ListedElection, readAt: Date) => string;

/** The columns of the table, by heading. A narrow screen cuts the last ones. */
const cells: Readonly<Record<Heading, Cell>> = {
  NAMESPACE: ({ namespace }) => namespace,
  NAME: ({ name }) => name,
  STATE: ({ election: { state } }) => state,
  LEADER: (listed) => leaderText(listed),
  NODE: ({ election: { node } }) => node || absent,
  SINCE: ({ election: { since } }, readAt) => agoText(since, readAt),
  RENEWED: ({ renewed }, readAt) => agoText(renewed, readAt),
  TERM: ({ election: { termMs } }) => (termMs === undefined ? absent : ageText(termMs)),
  FAILOVER: ({ election: { state, failoverMs } }) =>
    failoverMs === undefined ? (isLed(state) ? unknown : absent) : ageText(failoverMs),
  READY: ({ election: { ready, running } }) => (running === undefined ? absent : `${ready ?? 0}/${running}`),
  WRITES: ({ writesPerMinute }) => (writesPerMinute === undefined ? absent : `${Math.round(writesPerMinute)}/m`),
  HOLDER: ({ holder }) => (holder === undefined ? absent : shorten(holder, maxHolder)),
  WORKLOAD: ({ election: { workload } }) => workload ?? absent,
  REASON: (listed) => reasonOf(listed) || absent,
};

const all = Object.keys(cells) as readonly Heading[];

export function headingsOf(isWide: boolean): readonly Heading[] {
  return isWide ? all : all.filter((heading) => !onlyWide.has(heading));
}

export function cellsOf(listed: ListedElection, readAt: Date, headings: readonly Heading[]): readonly string[] {
  return headings.map((heading) => cells[heading](listed, readAt));
}

/**
 * Returns the pod that holds a Lease or, if no pod is known, the holder identity. The name of a pod
 * in another namespace begins with this namespace.
 */
export function leaderText({ namespace, holder = absent, election: { pod } }: ListedElection): string {
  if (pod === undefined) return shorten(holder, maxHolder);
  return pod.namespace === namespace ? pod.name : namespacedName(pod);
}

/** Returns the lines below the table: the heartbeats, what was not read, and one sentence. */
export function endLines(result: Elections): readonly string[] {
  const { audit, advice, readAt } = result;
  return [
    clusterLine(audit.cluster),
    ...clusterCounts(result),
    ...(advice === undefined ? [] : adviceLines(advice)),
    ...electionNotes(result),
    `${countsText([result])} (${isoSecond(readAt)})`,
  ];
}

/**
 * Returns the notes, and a line for each resource that could not be read, and that a cluster
 * usually serves.
 */
export function electionNotes({ audit, advice }: Elections): readonly string[] {
  const refused = advice?.latency?.ok === false ? [advice.latency.error] : [];
  return noteLines({ ...audit, unread: [...audit.unread.filter((each) => !servesNoCandidates(each)), ...refused] });
}

/** Returns a line such as `3 elections, 1 needs attention: 1 hung, 2 leading`. */
export function countsText(clusters: readonly Elections[]): string {
  const elections = clusters.flatMap((each) => each.elections);
  const attention = elections.filter(needsAttention).length;
  const isComplete = clusters.every(({ audit }) => audit.unread.every(servesNoCandidates));
  const none = `none ${isComplete ? "needs" : "is known to need"} attention`;
  const some = `${attention} ${attention === 1 ? "needs" : "need"} attention`;
  const subject = `${pluralize(elections.length, "election")}, ${attention === 0 ? none : some}`;
  const suppressed = elections.reduce((sum, each) => sum + (each.suppressed ?? []).length, 0);
  const counts = [
    ...electionCounts(elections).map(([state, count]) => ifAny(count, state)),
    ifAny(suppressed, suppressed === 1 ? "suppressed finding" : "suppressed findings"),
  ];
  return elections.length === 0 ? "no elections" : summaryLine(subject, counts);
}

/** Returns the numbers of heartbeats, and of writes. */
export function clusterCounts({ audit, nodes, apiServers }: Elections): readonly string[] {
  return [
    ...heartbeatLine(nodes, "node heartbeat"),
    ...heartbeatLine(apiServers, "API server identity", "API server identities"),
    ...writeLine(audit),
  ];
}

/** Returns the sum of all writes, and the election with the most of them. */
function writeLine(audit: AuditResult): readonly string[] {
  const writes = summarizeAudit(audit).leaseWritesPerMinute;
  if (!writes) return [];
  const elections = audit.objects.filter(({ election }) => election !== undefined);
  const [most] = elections.toSorted((a, b) => (b.writesPerMinute ?? 0) - (a.writesPerMinute ?? 0));
  const counts = [`at least ${writes} a minute`, `${writesIn(elections)} for elections`];
  if (most?.writesPerMinute) counts.push(`${Math.round(most.writesPerMinute)} for ${namespacedName(most)}`);
  return [summaryLine("writes of Leases", counts)];
}

function heartbeatLine(heartbeats: Heartbeats, one: string, many?: string): readonly string[] {
  const total = [...heartbeats.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const counts = [...heartbeats].toSorted(([, a], [, b]) => b - a).map(([state, count]) => ifAny(count, state));
  return [summaryLine(pluralize(total, one, many), counts)];
}
