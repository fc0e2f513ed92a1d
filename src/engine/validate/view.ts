import type { HubByKind, Kind } from "../../core/api/coordination.ts";
import { fieldAt, referenceTo } from "../../core/api/fields.ts";
import type { ServedVersion } from "../../core/api/served-versions.ts";
import { type ObjectReference, referenceKey } from "../../core/field/object-reference.ts";
import { objectOf } from "../../rules/rule.ts";
import { append } from "../../rules/shared/append.ts";
import { leaseReferenceOf } from "../../rules/shared/known-election.ts";
import { isReportable } from "../../rules/shared/reportable.ts";
import type { LeaseReference, Seen, View } from "../../rules/view.ts";
import { decodeOnce } from "./decode.ts";
import type { Submission } from "./submission.ts";

/** The maximum number of Leases with the same name that a view looks up in other namespaces. */
const maxNamesakes = 100;

/** An object of a view, in the form in which a client sends or reads it. */
export interface ViewedObject {
  readonly served: ServedVersion;
  readonly object: object;
}

/** An election in which an object occurs more than once. */
export interface AmbiguousElection<V extends ViewedObject = ViewedObject> {
  readonly lease: LeaseReference;
  readonly occurrences: readonly [V, V];
}

/** A view of objects, and the elections that the view leaves out. */
export interface ElectionView<V extends ViewedObject = ViewedObject> extends View {
  /**
   * Returns a reference to each Lease that a LeaseCandidate names, even if the LeaseCandidate does
   * not decode or the view does not contain the Lease. Leaves out the Leases in `ambiguous`.
   */
  readonly elections: () => readonly LeaseReference[];
  /**
   * The elections that the view leaves out, because the view contains the Lease or one of the
   * LeaseCandidates more than once. Only Leases with a LeaseCandidate are in this list.
   */
  readonly ambiguous: readonly AmbiguousElection<V>[];
  /**
   * Reports whether a relation rule can report an object, given the LeaseCandidates of the view.
   * Rules report no object of an election in `ambiguous`.
   */
  readonly concerns: (object: ViewedObject) => boolean;
}

/**
 * Returns a view of objects. `seenAt` is the time at which all objects were read. Leaves out
 * objects that do not decode, objects without a name, and LeaseCandidates without a leaseName.
 * Converts an object only when a rule needs it, or when the object occurs twice.
 */
export function viewOf<V extends ViewedObject>(objects: Iterable<V>, seenAt: Date): ElectionView<V> {
  const leases = new Map<string, V>();
  const candidates = new Map<string, V[]>();
  const named = new Map<string, LeaseReference>();
  const namesakes = new Map<string, LeaseReference[]>();
  const known = new Map<string, { readonly viewed: V; readonly election: string }>();
  const ambiguous = new Map<string, readonly [V, V]>();
  for (const viewed of objects) {
    const own = referenceOf(viewed);
    const lease = namedLease(own, viewed.object);
    if (lease === undefined) continue;
    const [key, election] = [referenceKey(own), keyOf(lease)];
    const before = known.get(key);
    if (before !== undefined) {
      if (!decodes(viewed)) continue;
      // A LeaseCandidate that appears twice can name two Leases.
      const elections = decodes(before.viewed) ? [before.election, election] : [];
      for (const twice of elections) if (!ambiguous.has(twice)) ambiguous.set(twice, [before.viewed, viewed]);
    }
    known.set(key, { viewed, election });
    if (own.kind === "LeaseCandidate") {
      append(candidates, election, viewed);
      named.set(election, lease);
    } else {
      if (before === undefined && (namesakes.get(lease.name)?.length ?? 0) < maxNamesakes)
        append(namesakes, lease.name, lease);
      leases.set(election, viewed);
    }
  }

  const hasCandidate = (key: string): boolean => candidates.get(key)?.some(decodes) === true;
  const converted = new Map<string, readonly Seen<"LeaseCandidate">[]>();
  const candidatesOf = (lease: LeaseReference): readonly Seen<"LeaseCandidate">[] => {
    const key = keyOf(lease);
    const seen =
      converted.get(key) ??
      (ambiguous.has(key) ? [] : (candidates.get(key) ?? []).flatMap((each) => see<"LeaseCandidate">(each, seenAt)));
    converted.set(key, seen);
    return seen;
  };
  const leaseAt = (lease: LeaseReference): Seen<"Lease"> | undefined => {
    const key = keyOf(lease);
    const found = ambiguous.has(key) ? undefined : leases.get(key);
    return found && see<"Lease">(found, seenAt)[0];
  };
  return {
    candidatesOf,
    leaseOf: (candidate) => leaseAt(leaseReferenceOf(candidate)),
    leasesElsewhere: (candidate) => {
      const lease = leaseReferenceOf(candidate);
      if (ambiguous.has(keyOf(lease))) return [];
      return (namesakes.get(lease.name) ?? [])
        .filter(({ namespace }) => namespace !== lease.namespace)
        .flatMap((other) => leaseAt(other) ?? []);
    },
    elections: () => [...named].flatMap(([key, lease]) => (ambiguous.has(key) ? [] : [lease])),
    ambiguous: [...ambiguous].flatMap(([key, occurrences]) => {
      const lease = named.get(key);
      return lease !== undefined && hasCandidate(key) ? [{ lease, occurrences }] : [];
    }),
    concerns: (viewed) => {
      const own = referenceOf(viewed);
      if (!isReportable(viewed.served.gvk.kind, viewed.object, candidates.has(keyOf(own)))) return false;
      const lease = namedLease(own, viewed.object);
      return lease === undefined || !ambiguous.has(keyOf(lease)) || !hasCandidate(keyOf(lease));
    },
  };
}

/**
 * Returns a view of the objects after a write. The view contains the objects in `beside`, except an
 * object with the same kind, namespace, and name as the written object. Unless the write is a
 * delete, the view also contains the written object.
 */
export function viewAfter({ served, change, context }: Submission, beside: readonly ViewedObject[]): ElectionView {
  const written: ViewedObject = { served, object: objectOf(change) as object };
  const key = pairKey(written);
  const others = key === undefined ? beside : beside.filter((each) => pairKey(each) !== key);
  return viewOf(change.operation === "DELETE" ? others : [...others, written], context.now);
}

/**
 * Returns a key that is the same for an object before and after an update, even if the API versions
 * differ. Returns undefined for an object without a name, because kube-apiserver generates a name.
 */
export function pairKey(object: ViewedObject): string | undefined {
  const reference = referenceOf(object);
  return reference.name === "" ? undefined : referenceKey(reference);
}

export function referenceOf({ served, object }: ViewedObject): ObjectReference {
  return referenceTo(served.gvk.kind, object);
}

/**
 * Returns the reference to a Lease, or to the Lease that a LeaseCandidate names. Returns undefined
 * for an object without a name, and for a LeaseCandidate without a leaseName.
 */
function namedLease(own: ObjectReference, object: object): LeaseReference | undefined {
  if (own.name === "") return undefined;
  if (own.kind === "Lease") return own;
  const name = fieldAt(object, "spec", "leaseName");
  return typeof name === "string" ? { namespace: own.namespace, name } : undefined;
}

function decodes({ served, object }: ViewedObject): boolean {
  return decodeOnce(served, object).ok;
}

function see<K extends Kind>({ served, object }: ViewedObject, seenAt: Date): readonly Seen<K>[] {
  const decoded = decodeOnce(served, object);
  return decoded.ok ? [{ object: decoded.value as HubByKind[K], seenAt }] : [];
}

function keyOf({ namespace, name }: LeaseReference): string {
  return referenceKey({ kind: "Lease", namespace, name });
}
