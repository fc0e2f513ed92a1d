import { textAt } from "../core/api/fields.ts";
import { referenceTo } from "../core/api/reference-to.ts";
import { leaseApiVersion, servedVersionOf } from "../core/api/served-versions.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { withDecodableTimes } from "../engine/validate/decodable-times.ts";
import { hubOf, type ObservedWrite } from "../recording/observed-write.ts";

/** The API version and the kind of the items in a listing, which do not contain them. */
const type = { apiVersion: leaseApiVersion, kind: "Lease" } as const;

/** The maximum number of observed writes for one Lease. More renewals show nothing new. */
const maxWrites = 100;

interface SeenLease {
  readonly version: string;
  readonly object: ObservedWrite["object"];
  readonly writes: number;
}

export interface Listings {
  /**
   * Returns one write for each Lease that is new or has changed since the previous listing. In the
   * first listing, every Lease is new. Ignores deletions, and Leases that do not decode or that
   * have more than `maxWrites` observed writes.
   */
  readonly next: (items: readonly unknown[], time: Date) => readonly ObservedWrite[];
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
