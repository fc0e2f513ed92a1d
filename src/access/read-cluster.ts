import type { UnreadResource } from "../core/api/requests.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import { readLeases } from "../listing/read-cluster.ts";
import { accountKind, type GrantReading, grantKinds, readGrants } from "../listing/read-grants.ts";
import { objectSetOf } from "../workload/object-set.ts";
import type { ObjectSet } from "../workload/set-object.ts";

/** The namespace is the only one whose Leases count, too. */
export type AccessReading = GrantReading;

/** What a cluster or files say about Leases and permissions. */
export interface AccessSource {
  readonly set: ObjectSet;
  readonly listed: readonly ListedObject[];
  readonly unread: readonly UnreadResource[];
  /** The objects that exceed a limit. */
  readonly problems: readonly UnreadResource[];
}

/**
 * Reads the Leases, roles, and bindings of a cluster. A resource that the API server does not
 * return becomes an entry of `unread`. Rejects with a `ClusterError` if the Leases cannot be read.
 */
export async function readCluster(reading: AccessReading): Promise<AccessSource> {
  const { objects: listed, problems } = await readLeases(reading);
  const { members, unread, problems: exceeding } = await readGrants(reading, [...grantKinds, accountKind]);
  const all = [...problems, ...exceeding];
  return { set: objectSetOf(members, unread.length === 0 && all.length === 0), listed, unread, problems: all };
}
