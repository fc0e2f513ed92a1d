import type { UnreadResource } from "../core/api/requests.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import type { Nodes } from "./holder.ts";
import type { Leaderships } from "./leaderships.ts";
import type { ListedObject, Sighting } from "./listed-object.ts";
import type { Owners } from "./owners.ts";
import type { PodElections } from "./pod-elections.ts";
import type { Pods } from "./pods.ts";
import type { UnstartedElection } from "./unstarted.ts";

export interface Listing {
  readonly readAt: Date;
  /**
   * True if the API server sent the time. For a file, the time is the newest time in its objects,
   * or the time of `--now`.
   */
  readonly isServerTime: boolean;
  readonly objects: readonly ListedObject[];
}

/** An earlier listing, with the facts that can change. The keys are results of `keyOf`. */
export interface EarlierListing extends Omit<Listing, "objects"> {
  readonly sightings: ReadonlyMap<string, Sighting>;
}

/** Returns the facts of a listing for the comparison with later listings. */
export function toEarlier({ objects, ...time }: Listing): EarlierListing {
  const sightings = objects.map((listed): [string, Sighting] => {
    const { resourceVersion, holder, acquiredMs, renewedMs, termEndMs, transitions, writers } = listed;
    return [keyOf(listed), { resourceVersion, holder, acquiredMs, renewedMs, termEndMs, transitions, writers }];
  });
  return { ...time, sightings: new Map(sightings) };
}

/** One or several listings of a cluster, and what else was read from it. */
export interface ListedCluster {
  /** The earlier listings, from the oldest to the newest. */
  readonly earlier: readonly EarlierListing[];
  readonly last: Listing;
  /** The running pods. If they were not read, the value is undefined. */
  readonly pods: Pods | undefined;
  readonly nodes: Nodes | undefined;
  readonly leaderships: Leaderships;
  /** True if files contain no events, although no client holds the Lease of an election. */
  readonly lacksEvents?: boolean;
  /** The owners of Leases that are workloads. */
  readonly owners: Owners;
  /** The elections of ready pods, according to the program table. */
  readonly podElections?: PodElections;
  readonly unstarted?: readonly UnstartedElection[];
  readonly unread: readonly UnreadResource[];
}

/**
 * Returns a key for an object. If the object has a uid, an object that a client deleted and created
 * again has another key.
 */
export function keyOf(listed: ListedObject): string {
  return listed.uid === "" ? referenceKey(listed) : listed.uid;
}
