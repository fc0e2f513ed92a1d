import { manifestObjects } from "../core/api/listed-objects.ts";
import { listPath, type UnreadResource } from "../core/api/requests.ts";
import { leaseApiVersion, resources } from "../core/api/served-versions.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import { listingBudget } from "../listing/listing-budget.ts";
import { objectReader } from "../listing/object-reader.ts";
import { accountKind, type GrantReading, grantKinds, readGrants } from "../listing/read-grants.ts";
import { unreadObjects } from "../listing/unread-objects.ts";
import { listWithProgress } from "../terminal/list-with-progress.ts";
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
  const { listed, problems } = await readLeases(reading);
  const { members, unread, problems: exceeding } = await readGrants(reading, [...grantKinds, accountKind]);
  const all = [...problems, ...exceeding];
  return { set: objectSetOf(members, unread.length === 0 && all.length === 0), listed, unread, problems: all };
}

async function readLeases({ api, namespace, progress }: AccessReading) {
  const budget = listingBudget();
  let listed: ListedObject[] = [];
  const exceeding = unreadObjects();
  await listWithProgress(api, {
    path: listPath(leaseApiVersion, namespace, resources.Lease),
    resource: resources.Lease,
    progress,
    take: (part, now) => {
      const read = objectReader({ rules: undefined, now, candidates: [], budget });
      for (const each of read(part.items.flatMap((item) => manifestObjects(item).objects)).objects) listed.push(each);
      for (const each of part.exceeding) exceeding.add({ kind: resources.Lease, ...each }, each.limit);
    },
    restart: () => {
      listed = [];
      exceeding.clear();
      budget.clear();
    },
  });
  return { listed, problems: [...exceeding.resources(budget)] };
}
