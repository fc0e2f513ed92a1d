import { namespacedName } from "../core/field/object-reference.ts";
import { minuteMs } from "../core/text/duration.ts";
import { isUnexpiredAt } from "../rules/shared/lease-term.ts";
import { missingVerbs } from "../workload/election-rights.ts";
import { objectSetOf, type SetMember } from "../workload/object-set.ts";
import { permissionsOf } from "../workload/permissions.ts";
import { podOf } from "./holder.ts";
import { isOfElection, type ListedObject } from "./listed-object.ts";
import { electingWorkload, type LockedElection, lockOf, type PodElection } from "./pod-elections.ts";
import { type Pods, workloadName } from "./pods.ts";

/** An election that is on, and whose Lease no client has ever held. */
export interface UnstartedElection {
  readonly election: LockedElection;
  /** The time from which a pod is ready, in milliseconds since 1970. */
  readonly readyMs: number;
  /** The verbs on the Lease that RBAC does not grant, or undefined if they are not known. */
  readonly missingVerbs: readonly string[] | undefined;
}

/** The time in which a program acquires a free Lease. */
const startMs = minuteMs;

interface UnstartedListing {
  readonly readAt: Date;
  readonly isServerTime: boolean;
  readonly objects: readonly ListedObject[];
}

export interface UnstartedReading {
  readonly listing: UnstartedListing;
  readonly pods: Pods | undefined;
  readonly podElections: readonly PodElection[];
  /** The only namespace whose Leases were read. */
  readonly namespace: string | undefined;
}

/**
 * Returns the elections of ready pods whose Lease does not exist or was never held, one for each
 * Lease, according to the program table and the pods. Leaves out workloads that hold another Lease,
 * because their version can have another lock. Does not decide about permissions.
 */
export function findUnstarted(reading: UnstartedReading): readonly UnstartedElection[] {
  const { listing, pods, podElections, namespace } = reading;
  const nowMs = listing.readAt.getTime();
  if (pods === undefined) return [];
  const locked = podElections.filter(({ readyMs }) => nowMs - readyMs > startMs);
  if (locked.length === 0) return [];
  const leases = listing.objects.filter(({ kind }) => kind === "Lease");
  const started = new Set(leases.filter((lease) => !isNeverHeld(lease)).map(namespacedName));
  const isListed = namespacesOf(listing, leases);
  const found = locked.flatMap(({ election, readyMs }): readonly UnstartedElection[] => {
    const { lockNamespace } = election;
    if (!isListed(lockNamespace) || (namespace !== undefined && namespace !== lockNamespace)) return [];
    return started.has(lockOf(election)) ? [] : [{ election, readyMs, missingVerbs: undefined }];
  });
  if (found.length === 0) return [];
  const leading = leadingWorkloads(leases, pods, nowMs);
  const waiting = found.filter(({ election }) => !leading.has(electingWorkload(election)));
  return [...new Map(waiting.map((each) => [lockOf(each.election), each])).values()];
}

/** Returns the elections with the verbs that all roles and bindings of a cluster do not grant. */
export function withMissingVerbs(
  unstarted: readonly UnstartedElection[],
  grants: readonly SetMember[],
): readonly UnstartedElection[] {
  const permissions = permissionsOf(objectSetOf(grants, true));
  return unstarted.map((each) => ({ ...each, missingVerbs: missingVerbs(each.election, permissions) }));
}

function isNeverHeld({ decodes, isDeleting, holder, acquiredMs, renewedMs, transitions }: ListedObject): boolean {
  const isFree = decodes && !isDeleting && holder === "" && transitions === 0;
  return isFree && acquiredMs === undefined && renewedMs === undefined;
}

/**
 * Returns a function that reports whether the Leases of a namespace are in the listing. A file can
 * contain those of one namespace only.
 */
function namespacesOf(
  { isServerTime }: UnstartedListing,
  leases: readonly ListedObject[],
): (namespace: string) => boolean {
  const namespaces = new Set(leases.map(({ namespace }) => namespace));
  return (namespace) => isServerTime || namespaces.size > 1 || namespaces.has(namespace);
}

function leadingWorkloads(leases: readonly ListedObject[], pods: Pods, nowMs: number): ReadonlySet<string> {
  const held = leases.filter((lease) => isOfElection(lease) && isUnexpiredAt(lease.termEndMs, nowMs));
  return new Set(held.flatMap((lease) => podOf(lease, pods) ?? []).map(workloadName));
}
