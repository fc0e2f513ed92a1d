import { setTimeout as wait } from "node:timers/promises";
import type { ApiServer } from "../cluster/api-server.ts";
import { referenceTo, textAt } from "../core/api/fields.ts";
import { metadataOf, property } from "../core/api/json-object.ts";
import { listPath } from "../core/api/requests.ts";
import { leaseApiVersion, resources, servedVersionOf } from "../core/api/served-versions.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { pluralize } from "../core/text/join-words.ts";
import { withDecodableTimes } from "../engine/validate/decodable-times.ts";
import { hubOf, type ObservedWrite } from "../recording/observed-write.ts";
import { maxLineErrors } from "../recording/unreadable-lines.ts";
import { answerOf, type ClusterFlags, openAsKubectl } from "../terminal/cluster-flags.ts";
import { listWithProgress } from "../terminal/list-with-progress.ts";
import { printMessage } from "../terminal/output.ts";
import { type Progress, startProgress } from "../terminal/progress.ts";

/** The API version and the kind of the items in a listing, which do not contain them. */
const type = { apiVersion: leaseApiVersion, kind: "Lease" } as const;

/** The maximum number of observed writes for one Lease. More renewals show nothing new. */
const maxWrites = 100;

interface SeenLease {
  readonly version: string;
  readonly object: ObservedWrite["object"];
  readonly writes: number;
}

interface Listings {
  /**
   * Returns one write for each Lease that is new or has changed since the previous listing. In the
   * first listing, every Lease is new. Ignores deletions, and Leases that do not decode or that
   * have more than `maxWrites` observed writes.
   */
  readonly next: (items: readonly unknown[], time: Date) => readonly ObservedWrite[];
}

/** The minimum time in milliseconds between the starts of two listings. */
const intervalMs = 5_000;

/**
 * Lists the Leases of a cluster repeatedly for `durationMs`, and returns the writes that
 * differences between the listings show. Reads nothing else, and writes nothing to the cluster.
 */
export async function watchCluster(flags: ClusterFlags, durationMs: number): Promise<readonly ObservedWrite[]> {
  const { api, server } = openAsKubectl(flags);
  const path = listPath(leaseApiVersion, flags.namespace, resources.Lease);
  const end = Date.now() + durationMs;
  const listings = compareListings();
  const writes: ObservedWrite[] = [];
  const reported = new Set<string>();
  printMessage(`reading the Leases of ${server} until ${new Date(end).toISOString()}`);
  const progress = startProgress();
  try {
    for (;;) {
      const begin = Date.now();
      const { items, date, unread } = await answerOf(listLeases(api, path, progress));
      for (const text of unread.slice(0, maxLineErrors)) if (!reported.has(text)) printMessage(`not read: ${text}`);
      for (const text of unread.slice(0, maxLineErrors)) reported.add(text);
      for (const write of listings.next(items, date)) writes.push(write);
      const pause = begin + intervalMs - Date.now();
      if (Date.now() + Math.max(0, pause) >= end) return writes;
      progress.show(() => `${pluralize(writes.length, "write")} so far`);
      await wait(Math.max(0, pause));
    }
  } finally {
    progress.clear();
  }
}

/**
 * Lists the Leases at a path of the API, with the time of the API server. Throws a usage error if
 * the API server sends no time.
 */
export async function listLeases(
  api: ApiServer,
  path: string,
  progress: Progress,
): Promise<{ readonly items: readonly unknown[]; readonly date: Date; readonly unread: readonly string[] }> {
  const items: unknown[] = [];
  const unread: string[] = [];
  const date = await listWithProgress(api, {
    path,
    resource: resources.Lease,
    progress,
    take: (part) => {
      for (const item of part.items) items.push(learnedFields(item));
      for (const { namespace, name, limit } of part.exceeding) unread.push(`${namespace ?? ""}/${name ?? ""} ${limit}`);
    },
    restart: () => {
      items.splice(0);
      unread.splice(0);
    },
  });
  return { items, date, unread };
}

/**
 * Returns the fields of a Lease that a listing shows `learn`. Labels, annotations, and the rest of
 * the metadata can be large, and `learn` does not read them.
 */
function learnedFields(item: unknown): unknown {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataOf(item) ?? {};
  return { metadata: { name, namespace, uid, resourceVersion, creationTimestamp }, spec: property(item, "spec") };
}

/**
 * Returns an object that compares listings of Leases. A listing shows objects, but no users. If
 * several writes of a Lease occur between two listings, only the last one is visible.
 */
export function compareListings(): Listings {
  let seen = new Map<string, SeenLease>();
  const next: Listings["next"] = (items, time) => {
    const before = seen;
    seen = new Map();
    return items.flatMap((item) => {
      const { namespace, name } = referenceTo(type.kind, item);
      const version = textAt(item, "metadata", "resourceVersion");
      if (!namespace || !name) return [];
      const key = namespacedName({ namespace, name });
      const old = before.get(key);
      const known = old?.version === version ? old : newlySeen(item, version, old);
      seen.set(key, known);
      if (known === old || known.object === undefined || known.writes > maxWrites) return [];
      return [{ ...observedBy(time), namespace, name, object: known.object, oldObject: old?.object }];
    });
  };
  return { next };
}

function newlySeen(item: unknown, version: string, old: SeenLease | undefined): SeenLease {
  const served = servedVersionOf(type);
  const object = served && hubOf(served, withDecodableTimes({ ...(item as object), ...type }));
  return { version, object, writes: (old?.writes ?? 0) + 1 };
}

function observedBy(time: Date): Pick<ObservedWrite, "time" | "kind" | "operation" | "user" | "submission"> {
  return { time, kind: type.kind, operation: "UPDATE", user: undefined, submission: undefined };
}
