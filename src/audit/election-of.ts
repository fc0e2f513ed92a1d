import { ageText } from "../core/text/duration.ts";
import { hostOrHolder, isNodeIn, podOf } from "../listing/holder.ts";
import { isOfElection } from "../listing/leaderships.ts";
import { isLongExpired, type ListedObject } from "../listing/listed-object.ts";
import { isUnexpiredAt } from "../rules/shared/lease-term.ts";
import type { AuditFacts, Observation } from "./check.ts";
import { checks } from "./checks.ts";
import { type Election, electionStates } from "./election.ts";
import { longestPause } from "./renewal-times.ts";
import type { AuditFinding } from "./result.ts";

/** Returns the election of a Lease, or undefined for heartbeats and LeaseCandidates. */
export function electionOf(
  listed: ListedObject,
  findings: readonly AuditFinding[],
  facts: AuditFacts,
  seen: readonly Observation[],
): Election | undefined {
  if (!isOfElection(listed)) return undefined;
  const { pods, nodes, retryMs } = facts;
  const { holder, acquiredMs, durationMs } = listed;
  const pod = pods && podOf(listed, pods);
  const host = hostOrHolder(listed);
  const program = facts.programOf(listed);
  return {
    ...stateOf(listed, findings, facts),
    pod,
    node: pod === undefined ? (isNodeIn(host, nodes) ? host : undefined) : pod.node,
    since: holder === "" || acquiredMs === undefined ? undefined : new Date(acquiredMs),
    termMs: durationMs,
    pause: longestPause(seen, (each) => pods !== undefined && podOf({ ...listed, holder: each }, pods) !== undefined),
    failoverMs: durationMs === undefined || retryMs === undefined ? undefined : durationMs + retryMs,
    workload: program?.workload,
    ready: program?.pods.filter(({ isReady }) => isReady).length,
    running: program?.pods.length,
  };
}

function stateOf(
  listed: ListedObject,
  findings: readonly AuditFinding[],
  { nowMs }: AuditFacts,
): Pick<Election, "state" | "reason"> {
  const { holder, termEndMs, renewedMs, isDeleting, decodes } = listed;
  const found = findings.flatMap(({ origin, message }) => {
    const state = checks.find(({ id }) => id === origin)?.state;
    const isLed = state === "leaderless" && isUnexpiredAt(termEndMs, nowMs);
    return state === undefined || isLed ? [] : [{ state, reason: message }];
  });
  const [first] = found.toSorted((a, b) => electionStates.indexOf(a.state) - electionStates.indexOf(b.state));
  if (isDeleting) return { state: "terminating", reason: "a client deleted the Lease, and finalizers keep it" };
  if (first !== undefined) return first;
  if (!decodes) return { state: "not known", reason: "the Lease cannot be read" };
  if (holder === "") return { state: "released", reason: renewedMs === undefined ? "never held" : "no holder" };
  if (termEndMs === undefined) return { state: "not known", reason: "the Lease has no complete term" };
  if (isUnexpiredAt(termEndMs, nowMs)) return { state: "leading", reason: "" };
  const expired = `the term expired ${ageText(nowMs - termEndMs)} ago`;
  if (!isLongExpired(listed, nowMs)) return { state: "recovering", reason: expired };
  return { state: "not known", reason: `${expired}, and no check shows whether the program still runs` };
}
