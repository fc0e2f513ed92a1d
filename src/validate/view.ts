import type { HubByKind, Kind } from "../api/coordination.ts";
import { metadataOf, property } from "../api/json-object.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import type { LeaseKey, Seen, View } from "../rules/view.ts";
import { checkSchema } from "../schema/check.ts";

/** An object of a view, in the form in which a client sends or reads it. */
export interface ViewedObject {
  readonly served: ServedVersion;
  readonly object: object;
}

/** A view of objects, and the elections that the view leaves out. */
export interface ElectionView extends View {
  /**
   * The Leases whose elections the view leaves out, because it contains the Lease or one of the
   * candidates twice. Only Leases with a candidate are in this list.
   */
  readonly ambiguous: readonly LeaseKey[];
  /**
   * Reports whether a relation rule can report an object. True for a LeaseCandidate, and for a
   * Lease that has a strategy or a candidate.
   */
  readonly concerns: (object: ViewedObject) => boolean;
}

/**
 * Returns a view of objects. `seenAt` is the time at which all objects were read. Leaves out
 * objects that do not decode. Converts an object only when a rule needs it.
 */
export function viewOf(objects: Iterable<ViewedObject>, seenAt: Date): ElectionView {
  const leases = new Map<string, ViewedObject>();
  const candidates = new Map<string, ViewedObject[]>();
  const names = new Map<unknown, LeaseKey[]>();
  const known = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const each of objects) {
    const { namespace, name } = metadataOf(each.object) ?? {};
    const isLease = each.served.gvk.kind === "Lease";
    const election = keyOf(namespace, isLease ? name : property(property(each.object, "spec"), "leaseName"));
    const own = `${each.served.gvk.kind} ${keyOf(namespace, name)}`;
    const before = known.get(own);
    // A candidate that appears twice can name two Leases.
    if (before !== undefined) ambiguous.add(before).add(election);
    known.set(own, election);
    if (!isLease) append(candidates, election, each);
    else {
      leases.set(election, each);
      append(names, name, { namespace: String(namespace), name: String(name) });
    }
  }

  const converted = new Map<string, readonly Seen<"LeaseCandidate">[]>();
  const candidatesOf = (lease: LeaseKey): readonly Seen<"LeaseCandidate">[] => {
    const key = keyOf(lease.namespace, lease.name);
    const seen =
      converted.get(key) ?? (ambiguous.has(key) ? [] : (candidates.get(key) ?? []).flatMap((each) => see<"LeaseCandidate">(each, seenAt)));
    converted.set(key, seen);
    return seen;
  };
  const leaseAt = ({ namespace, name }: LeaseKey): Seen<"Lease"> | undefined => {
    const key = keyOf(namespace, name);
    const found = ambiguous.has(key) ? undefined : leases.get(key);
    return found && see<"Lease">(found, seenAt)[0];
  };
  return {
    candidatesOf,
    leaseOf: ({ metadata: { namespace }, spec: { leaseName } }) => leaseAt({ namespace, name: leaseName }),
    leasesElsewhere: ({ metadata: { namespace }, spec: { leaseName } }) =>
      (names.get(leaseName) ?? []).filter((lease) => lease.namespace !== namespace).flatMap((lease) => leaseAt(lease) ?? []),
    ambiguous: [...ambiguous].filter((key) => candidates.has(key)).map(toKey),
    concerns: ({ served, object }) => {
      if (served.gvk.kind === "LeaseCandidate") return true;
      const { namespace, name } = metadataOf(object) ?? {};
      return candidates.has(keyOf(namespace, name)) || Boolean(property(property(object, "spec"), "strategy"));
    },
  };
}

function see<K extends Kind>({ served, object }: ViewedObject, seenAt: Date): readonly Seen<K>[] {
  return checkSchema(served.schema, object).length > 0 ? [] : [{ object: served.toHub(object) as HubByKind[K], seenAt }];
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Returns a key for a namespace and a name. No namespace contains a slash. */
function keyOf(namespace: unknown, name: unknown): string {
  return `${String(namespace ?? "")}/${String(name ?? "")}`;
}

function toKey(key: string): LeaseKey {
  const slash = key.indexOf("/");
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
