import type { UnreadResource } from "../core/api/requests.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { hourMs, minuteMs } from "../core/text/duration.ts";
import { uuidForm } from "../core/text/names.ts";
import { hostIn, hostOrHolder, podNameIn, podOf } from "../listing/holder.ts";
import { unheldLeases } from "../listing/leaderships.ts";
import { isOfElection, type ListedObject } from "../listing/listed-object.ts";
import { electingWorkload } from "../listing/pod-elections.ts";
import { type ListedPod, workloadName } from "../listing/pods.ts";
import { isOfSameTemplate, type Program } from "../listing/program.ts";
import { shortestTermSeconds } from "../rules/shared/lease-term.ts";
import { workloadOf } from "../rules/shared/pod-names.ts";
import type { AuditFacts, Subject } from "./check.ts";

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

/** Ready pods that must have taken over a Lease that no client holds. */
export interface WaitingPods {
  readonly program: Program;
  readonly pods: readonly [ListedPod, ...ListedPod[]];
  /** The running pod of the holder, which is not one of `pods`. */
  readonly holder: ListedPod | undefined;
  /** The time since which no client holds the Lease. */
  readonly sinceMs: number;
  /** The fact that shows that the pods elect a leader with the Lease, as a clause. */
  readonly evidence: string;
}

/**
 * Returns the pods, without that of the holder, which have not taken over the Lease of an election
 * for more than a minute and more than three lease terms, or undefined without such pods.
 */
export function waitingPods({ listed, nowMs }: Subject, facts: AuditFacts): WaitingPods | undefined {
  const { pods } = facts;
  const waitMs = waitOf(listed);
  const sinceMs = unheldSince(listed, nowMs);
  if (sinceMs === undefined || nowMs - sinceMs <= waitMs) return undefined;
  if (pods === undefined || listed.isDeleting || !isOfElection(listed)) return undefined;
  const program = facts.programOf(listed);
  if (program === undefined || facts.leadershipsOf(listed).some(({ fromMs }) => fromMs > sinceMs)) return undefined;
  if (!isElection(listed, program, facts)) return undefined;
  const holder = podOf(listed, pods);
  const [first, ...others] = program.pods.filter((pod) => pod !== holder && isWaiting(pod, nowMs - waitMs));
  if (first === undefined) return undefined;
  const waiting = [first, ...others] as const;
  const evidence = isOfOneReplica(listed, waiting, facts)
    ? undefined
    : electionEvidence(listed, waiting, program, facts);
  return evidence === undefined ? undefined : { program, pods: waiting, holder, sinceMs, evidence };
}

/** Returns the events that files do not contain if they can show pods that wait for a Lease. */
export function absentEvents(
  objects: readonly ListedObject[],
  nowMs: number,
  facts: AuditFacts,
): readonly UnreadResource[] {
  const lease = leaseWithoutEvents(unheldLeases(objects, nowMs), nowMs, facts);
  if (lease === undefined) return [];
  const name = namespacedName(lease);
  return [
    {
      resource: "events",
      reason: `the files contain no Event, which can show who led ${name}: add events to kubectl get`,
    },
  ];
}

/**
 * Returns a Lease of an election that no client holds, while ready pods run that can be those of
 * its program.
 */
function leaseWithoutEvents(
  leases: readonly ListedObject[],
  nowMs: number,
  facts: AuditFacts,
): ListedObject | undefined {
  const { pods, programOf } = facts;
  if (pods === undefined) return undefined;
  const oldest = new Map<string, number>();
  for (const pod of pods.all())
    if (isWaiting(pod, oldest.get(pod.namespace) ?? nowMs)) oldest.set(pod.namespace, pod.createdMs ?? nowMs);
  return leases.find((listed) => {
    const sinceMs = unheldSince(listed, nowMs);
    const startedMs = nowMs - waitOf(listed);
    if (sinceMs === undefined || sinceMs >= startedMs || listed.isDeleting) return false;
    if (!isRenewedOrReleased(listed) || isOfOneReplica(listed, [], facts) || podOf(listed, pods)) return false;
    const program = programOf(listed);
    const canWait =
      program === undefined
        ? (oldest.get(listed.namespace) ?? nowMs) < startedMs
        : program.pods.some((pod) => isWaiting(pod, startedMs));
    return canWait && waitingPods({ listed, nowMs, seen: [] }, facts) === undefined;
  });
}

/** Returns the time in milliseconds in which a pod that waits takes over a Lease. */
function waitOf({ durationMs = 0 }: ListedObject): number {
  return Math.max(waitedTerms * durationMs, minuteMs);
}

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
  const { name } = listed;
  if (leadershipsOf(listed).length > 0) return true;
  if (!isRenewedOrReleased(listed)) return false;
  const [pod] = program.pods;
  if (program.doubt === undefined || pod === undefined || locksOfNodes.includes(name)) return true;
  if (heldBy(program.workload).length > 0) return false;
  return !perNodeKinds.includes(pod.controllerKind) || pod.workload === name || pod.containers.includes(name);
}

/** Reports whether the last holder renewed the Lease or released it as client-go does. */
function isRenewedOrReleased({ holder, durationMs, acquiredMs, renewedMs }: ListedObject): boolean {
  // client-go and its ports in other languages release a Lease with this duration.
  return holder === "" ? durationMs === shortestTermSeconds * 1000 : acquiredMs !== renewedMs;
}

/** Reports whether a pod has been able to take over since a time. */
function isWaiting({ isReady, createdMs, elects, controllerKind }: ListedPod, sinceMs: number): boolean {
  return isReady && elects !== false && controllerKind !== "Job" && createdMs !== undefined && createdMs < sinceMs;
}

/** Matches the end of a name that differs between the Leases of replicas. */
const replicaEnd = new RegExp(`-(?:${uuidForm}|[0-9a-f]{8,})$`);

/**
 * Reports whether a Lease is the heartbeat of one replica, which no other replica takes over. The
 * Lease has the name of its holder, or each of the other pods holds such a Lease of its own.
 */
function isOfOneReplica(
  listed: ListedObject,
  pods: readonly ListedPod[],
  { heldBy, pods: running }: AuditFacts,
): boolean {
  const { name, holder } = listed;
  const replicas = [podNameIn(holder) ?? "", hostOrHolder(listed)].filter((each) => stemOf(each) !== each);
  if (name === hostIn(listed) || replicas.some((each) => name === each || name.endsWith(`-${each}`))) return true;
  const stem = stemOf(name);
  if (stem === name || running === undefined) return false;
  const workloads = new Set(pods.map(workloadName));
  const held = [...workloads].flatMap((workload) => heldBy(workload).filter((each) => stemOf(each.name) === stem));
  const holders = new Set(held.map((each) => podOf(each, running)));
  return pods.every((pod) => holders.has(pod));
}

/** Returns a name without the part in which the names of replicas and of their Leases differ. */
function stemOf(name: string): string {
  const dashed = `-${name}`;
  return replicaEnd.test(dashed) ? dashed.replace(replicaEnd, "").slice(1) : workloadOf({ name });
}

/**
 * Returns a fact that shows that the pods elect a leader with the Lease, as a clause. A new version
 * of a program can have no election, or another Lease.
 */
function electionEvidence(
  listed: ListedObject,
  pods: readonly ListedPod[],
  { workload }: Program,
  { leadershipsOf, heldBy, electionsOf }: AuditFacts,
): string | undefined {
  const { holder, createdMs = 0, renewedMs = 0 } = listed;
  const holders = [holder, ...leadershipsOf(listed).map((each) => each.holder)];
  const leaders = holders.map((each) => podNameIn(each) ?? hostOrHolder({ ...listed, holder: each }));
  if (pods.some(({ name }) => leaders.some((leader) => leader === name || isOfSameTemplate(leader, name))))
    return "the last holder was a pod of the same version";
  const oldest = Math.min(...pods.map((pod) => pod.createdMs ?? Number.POSITIVE_INFINITY));
  if (oldest <= createdMs) return "pods are older than the Lease";
  if (oldest < renewedMs - rolloutMs) return "pods are older than the last renewal";
  if (heldBy(workload).length > 0) return undefined;
  if (pods.some(({ elects }) => elects === true)) return "arguments of pods switch leader election on";
  return electionsOf(listed).some(({ election }) => electingWorkload(election) === workload)
    ? "the program elects a leader by default"
    : undefined;
}
