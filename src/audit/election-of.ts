import { ageText } from "../core/text/duration.ts";
import { hostOrHolder, isNodeIn, podOf } from "../listing/holder.ts";
import { isLongExpired, isOfElection } from "../listing/listed-object.ts";
import type { PodElection } from "../listing/pod-elections.ts";
import { isUnexpiredAt } from "../rules/shared/lease-term.ts";
import type { AuditFacts, Subject } from "./check.ts";
import { checkOf } from "./checks.ts";
import { type ClientSettings, type Election, electionStates, isLed } from "./election.ts";
import { longestPause } from "./renewal-times.ts";
import type { AuditFinding } from "./result.ts";

/** Returns the election of a Lease, or undefined for heartbeats and LeaseCandidates. */
export function electionOf(
  subject: Subject,
  findings: readonly AuditFinding[],
  facts: AuditFacts,
): Election | undefined {
  const { listed } = subject;
  if (!isOfElection(listed)) return undefined;
  const { pods, nodes } = facts;
  const { holder, acquiredMs, durationMs } = listed;
  const pod = pods && podOf(listed, pods);
  const host = hostOrHolder(listed);
  const program = facts.programOf(listed);
  const { state, reason } = stateOf(subject, findings);
  const settings = settingsOf(facts.electionsOf(listed));
  const retryMs = settings?.retryMs ?? facts.retryMs;
  const isComplete = durationMs !== undefined && retryMs !== undefined;
  return {
    state,
    reason,
    pod,
    node: pod === undefined ? (isNodeIn(host, nodes) ? host : undefined) : pod.node,
    since: holder === "" || acquiredMs === undefined ? undefined : new Date(acquiredMs),
    termMs: durationMs,
    pause: longestPause(
      subject.seen,
      (each) => pods !== undefined && podOf({ ...listed, holder: each }, pods) !== undefined,
    ),
    settings,
    failoverMs: isComplete && isLed(state) ? durationMs + retryMs : undefined,
    workload: program?.workload,
    ready: program?.pods.filter(({ isReady }) => isReady).length,
    running: program?.pods.length,
  };
}

/** Returns the settings with the longest retry period, or undefined if one is not known. */
function settingsOf(elections: readonly PodElection[]): ClientSettings | undefined {
  const found = elections.map(({ election: { timings, program } }): ClientSettings | undefined => {
    const [renew, retry] = [timings.renewDeadline.seconds, timings.retryPeriod.seconds];
    const renewMs = renew === undefined || program.library !== "client-go" ? undefined : renew * 1000;
    return retry === undefined ? undefined : { renewMs, retryMs: retry * 1000 };
  });
  const known = found.filter((each) => each !== undefined);
  return known.length < found.length ? undefined : known.toSorted((a, b) => b.retryMs - a.retryMs)[0];
}

function stateOf({ listed, nowMs }: Subject, findings: readonly AuditFinding[]): Pick<Election, "state" | "reason"> {
  const { holder, termEndMs, renewedMs, isDeleting, decodes } = listed;
  const found = findings.flatMap(({ origin, message }) => {
    const state = checkOf(origin)?.state;
    const isHeld = state === "leaderless" && isUnexpiredAt(termEndMs, nowMs);
    return state === undefined || isHeld ? [] : [{ state, reason: factIn(message) }];
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

/** Returns a message without its advice, which follows the first colon. */
export function factIn(message: string): string {
  return message.split(": ", 1)[0] ?? message;
}
