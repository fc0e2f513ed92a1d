import { namespacedName, referenceKey } from "../core/field/object-reference.ts";
import { podOf } from "../listing/holder.ts";
import type { Leadership } from "../listing/leaderships.ts";
import { isOfElection, type ListedObject } from "../listing/listed-object.ts";
import type { ListedCluster } from "../listing/listing.ts";
import { lockOf, type PodElections } from "../listing/pod-elections.ts";
import { type Pods, workloadName } from "../listing/pods.ts";
import { type Program, programOf } from "../listing/program.ts";
import { groupBy } from "../report/group-by.ts";
import { append } from "../rules/shared/append.ts";
import { isUnexpiredAt } from "../rules/shared/lease-term.ts";
import type { AuditFacts } from "./check.ts";
import type { Recorded } from "./recorded.ts";

const noElections: PodElections = { elections: [], locks: [] };

/** Returns the facts that checks read in addition to one object. */
export function factsOf(
  {
    last: { readAt, objects },
    recorded,
    pods,
    nodes,
    leaderships,
    owners,
    podElections = noElections,
    unstarted = [],
  }: ListedCluster & { readonly recorded?: Recorded | undefined },
  { clockSkewMs, retryMs }: { readonly clockSkewMs: number; readonly retryMs?: number | undefined },
  hasCandidates: boolean,
): AuditFacts {
  const ofLease = (listed: ListedObject): readonly Leadership[] => leaderships.get(referenceKey(listed)) ?? [];
  const programs = new Map<ListedObject, Program | undefined>();
  const elections = groupBy(podElections.elections, ({ election }) => lockOf(election));
  const locks = groupBy(podElections.locks, ({ lock }) => lock);
  const electionsOf: AuditFacts["electionsOf"] = (lease) => elections.get(namespacedName(lease)) ?? [];
  const unstartedByLock = new Map(unstarted.map((each) => [lockOf(each.election), each]));
  return {
    pods,
    nodes,
    clockSkewMs,
    retryMs,
    // The holder set both times. The event of a recovery comes after a renewal, within its term.
    hasResumed: (listed) => {
      const end = listed.termEndMs;
      return (
        end !== undefined && ofLease(listed).some(({ holder, fromMs }) => holder === listed.holder && fromMs > end)
      );
    },
    leadershipsOf: ofLease,
    lastRenewalMs: lastRenewal(objects, readAt.getTime()),
    electionsOf,
    unstartedOf: (lease) => unstartedByLock.get(namespacedName(lease)),
    programOf: (listed) => {
      if (pods === undefined) return undefined;
      const known = { leaderships: ofLease(listed), locks: locks.get(namespacedName(listed)) ?? [] };
      if (!programs.has(listed)) programs.set(listed, programOf(listed, known, pods));
      return programs.get(listed);
    },
    heldBy: heldLeases(objects, readAt.getTime(), pods),
    candidatesOf: hasCandidates ? candidates(objects) : () => undefined,
    requests: recorded?.requests,
    owners,
    namesakesOf: namesakes(objects),
  };
}

/** Returns a function that finds the last renewal. A clock that is ahead does not count. */
function lastRenewal(objects: readonly ListedObject[], nowMs: number): AuditFacts["lastRenewalMs"] {
  let last: number | undefined;
  return () => {
    last ??= objects.reduce(
      (newest, { renewedMs = 0 }) => (renewedMs > nowMs ? newest : Math.max(newest, renewedMs)),
      0,
    );
    return last;
  };
}

/** Returns a function that finds the LeaseCandidates of a Lease. */
function candidates(objects: readonly ListedObject[]): AuditFacts["candidatesOf"] {
  const byLease = new Map<string, ListedObject[]>();
  for (const listed of objects)
    if (listed.kind === "LeaseCandidate")
      append(byLease, namespacedName({ ...listed, name: listed.leaseName }), listed);
  return (lease) => byLease.get(namespacedName(lease)) ?? [];
}

/** Returns a function that finds the Leases that pods of a workload hold. */
function heldLeases(objects: readonly ListedObject[], nowMs: number, pods: Pods | undefined): AuditFacts["heldBy"] {
  let byWorkload: Map<string, ListedObject[]> | undefined;
  const index = (): Map<string, ListedObject[]> => {
    const held = new Map<string, ListedObject[]>();
    for (const listed of objects) {
      const isHeld = isOfElection(listed) && isUnexpiredAt(listed.termEndMs, nowMs);
      const pod = isHeld && pods ? podOf(listed, pods) : undefined;
      if (pod !== undefined) append(held, workloadName(pod), listed);
    }
    return held;
  };
  return (workload) => {
    byWorkload ??= index();
    return byWorkload.get(workload) ?? [];
  };
}

/**
 * Returns a function that finds the Leases with a holder in other namespaces that have the name of
 * a Lease.
 */
function namesakes(objects: readonly ListedObject[]): AuditFacts["namesakesOf"] {
  const byName = new Map<string, ListedObject[]>();
  for (const listed of objects)
    if (listed.kind === "Lease" && listed.holder !== "") append(byName, listed.name, listed);
  return ({ name, namespace }) => (byName.get(name) ?? []).filter((other) => other.namespace !== namespace);
}
