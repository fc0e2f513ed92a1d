import { failed, ok, type Result } from "../../core/field/result.ts";
import type { ClusterIdentity } from "../../listing/cluster-identity.ts";
import { UsageError } from "../../terminal/errors.ts";

/** A cluster that could not be read. */
export interface UnreadCluster {
  readonly cluster: ClusterIdentity;
  readonly reason: string;
}

/** What a command knows of each cluster that it read, and the clusters that it could not read. */
export interface Fleet<T> {
  readonly clusters: readonly T[];
  readonly unread: readonly UnreadCluster[];
}

export function mapFleet<T, R>({ clusters, unread }: Fleet<T>, each: (cluster: T) => R): Fleet<R> {
  return { clusters: clusters.map(each), unread };
}

/** Returns a line about a cluster that could not be read. */
export function unreadClusterLine({ cluster, reason }: UnreadCluster): string {
  return `${cluster.name}: ${reason}`;
}

/** Returns the number of clusters, such as `50 clusters, 1 not read`. */
export function clusterCount({ clusters, unread }: Fleet<unknown>): string {
  const total = clusters.length + unread.length;
  return `${total} cluster${total === 1 ? "" : "s"}${unread.length === 0 ? "" : `, ${unread.length} not read`}`;
}

/** Returns what was read from a cluster. A usage error makes it a cluster that was not read. */
export async function attempt<T>(cluster: ClusterIdentity, reading: Promise<T>): Promise<Result<T, UnreadCluster>> {
  try {
    return ok(await reading);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return failed({ cluster, reason: error.message });
  }
}
