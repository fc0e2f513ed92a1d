import { namespacedName } from "../../core/field/object-reference.ts";
import { ageText, hourMs, minuteMs } from "../../core/text/duration.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { hostOrHolder, podNameIn, podOf } from "../../listing/holder.ts";
import type { ListedObject } from "../../listing/listed-object.ts";
import { isOfElection } from "../../listing/listed-object.ts";
import type { ListedPod } from "../../listing/pods.ts";
import { isOfSameTemplate, type Program } from "../../listing/program.ts";
import { shortestTermSeconds } from "../../rules/shared/lease-term.ts";
import type { AuditCheck, AuditFacts } from "../check.ts";

/** The number of lease terms in which a client that waits for the Lease has tried again. */
const waitedTerms = 3;

/**
 * The time by which a pod is older than the last holding if it waited for this holding. In a
 * roll-out, pods of a new version, which can have another Lease, run beside the last holder.
 */
const rolloutMs = hourMs;

/** The controllers whose pods often use Leases as locks for single nodes or single objects. */
const perNodeKinds: readonly string[] = ["DaemonSet", "Node"];

/** The locks of the elections of kube-vip, which runs on each node. */
const locksOfNodes: readonly string[] = ["plndr-cp-lock", "plndr-svcs-lock"];

export const leaderless: AuditCheck = {
  id: "audit/leaderless",
  severity: "error",
  description: "a client must take over a Lease that no client holds",
  kind: "Lease",
  needs: ["pods"],
  uses: ["events"],
  state: "leaderless",
  replaces: ["audit/holder-gone", "audit/holder-unknown"],
  check({ listed, nowMs }, facts) {
    const since = unheldSince(listed, nowMs);
    const { pods } = facts;
    if (since === undefined || pods === undefined || listed.isDeleting || !isOfElection(listed)) return undefined;
    const waitMs = Math.max(waitedTerms * (listed.durationMs ?? 0), minuteMs);
    // The check audit/leader-hung reports a holder whose pod runs.
    if (nowMs - since <= waitMs || podOf(listed, pods) !== undefined) return undefined;
    const program = facts.programOf(listed);
    const events = facts.leadershipsOf(listed);
    if (program === undefined || events.some(({ fromMs }) => fromMs > since)) return undefined;
    if (!isElection(listed, program, facts)) return undefined;
    const ready = program.pods.filter((pod) => isWaiting(pod, nowMs - waitMs));
    const [first] = ready;
    const evidence = electionEvidence(listed, ready, program, facts);
    if (first === undefined || evidence === undefined) return undefined;
    const [count, verb, these] = [
      pluralize(ready.length, "ready pod"),
      ready.length === 1 ? "does" : "do",
      ready.length === 1 ? "the pod" : "these pods",
    ];
    const end = listed.holder === "" ? "the holder released the Lease" : "the term expired";
    const doubt = program.isCertain ? "" : "; unknown: another program can have the same names";
    return {
      field: "spec.holderIdentity",
      message: `${end} ${ageText(nowMs - since)} ago, and ${count} of ${program.workload} ${verb} not take over: read the log of ${namespacedName(first)}, and restart ${these}; evidence: ${program.evidence}, and ${evidence}${doubt}`,
      ...(!program.isCertain && { severity: "warning" }),
    };
  },
};

/**
 * Returns the time since which no client holds a Lease, or undefined if one holds it, or if it has
 * no term. The clock of a holder can be wrong, so the term begins with the last write at the
 * earliest.
 */
function unheldSince(
  { holder, termEndMs, durationMs = 0, renewedMs, createdMs, writers }: ListedObject,
  nowMs: number,
): number | undefined {
  const writtenMs = writers.at(-1)?.atMs;
  if (holder === "") return writtenMs ?? renewedMs ?? createdMs;
  if (termEndMs === undefined) return undefined;
  const end = Math.max(termEndMs, (writtenMs ?? 0) + durationMs);
  return end < nowMs ? end : undefined;
}

/**
 * Reports whether clients elect a leader with a Lease that no client holds. Other programs use a
 * Lease as a lock for one operation, one node, or one object, and release it afterwards.
 */
function isElection(listed: ListedObject, program: Program, { leadershipsOf, heldBy }: AuditFacts): boolean {
  const { holder, name, durationMs, acquiredMs, renewedMs } = listed;
  if (leadershipsOf(listed).length > 0) return true;
  // client-go and its ports in other languages release a Lease with this duration.
  if (holder === "" ? durationMs !== shortestTermSeconds * 1000 : acquiredMs === renewedMs) return false;
  const [pod] = program.pods;
  if (program.isCertain || pod === undefined || locksOfNodes.includes(name)) return true;
  if (heldBy(program.workload).length > 0) return false;
  return !perNodeKinds.includes(pod.controllerKind) || pod.workload === name || pod.containers.includes(name);
}

/** Reports whether a pod has been able to take over since a time. */
function isWaiting({ isReady, createdMs, elects, controllerKind }: ListedPod, sinceMs: number): boolean {
  return isReady && elects !== false && controllerKind !== "Job" && createdMs !== undefined && createdMs < sinceMs;
}

/**
 * Returns a fact that shows that the pods elect a leader with the Lease, as a clause. A new version
 * of a program can have no election, or another Lease.
 */
function electionEvidence(
  listed: ListedObject,
  pods: readonly ListedPod[],
  { workload }: Program,
  { leadershipsOf, heldBy }: AuditFacts,
): string | undefined {
  const { holder, createdMs = 0, renewedMs = 0 } = listed;
  const holders = [holder, ...leadershipsOf(listed).map((each) => each.holder)];
  const leaders = holders.map((each) => podNameIn(each) ?? hostOrHolder({ ...listed, holder: each }));
  if (pods.some(({ name }) => leaders.some((leader) => leader === name || isOfSameTemplate(leader, name))))
    return "the last holder was a pod of the same version";
  const oldest = Math.min(...pods.map((pod) => pod.createdMs ?? Number.POSITIVE_INFINITY));
  if (oldest <= createdMs) return "pods are older than the Lease";
  if (oldest < renewedMs - rolloutMs) return "pods are older than the last renewal";
  if (pods.some(({ elects }) => elects === true) && heldBy(workload).length === 0)
    return "arguments of pods switch leader election on";
  return undefined;
}
