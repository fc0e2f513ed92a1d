import type { HubByKind, Kind } from "../core/api/coordination.ts";
import type { ObjectReference } from "../core/field/object-reference.ts";

/** An object of a view, and the time at which this object was read. */
export interface Seen<K extends Kind> {
  readonly object: HubByKind[K];
  readonly seenAt: Date;
}

export type LeaseReference = Omit<ObjectReference, "kind">;

/**
 * The Leases and LeaseCandidates that exist after a write. Relation rules compare the object of the
 * write with these objects. The view also contains the object of the write, unless the write is a
 * delete, or the object has no name, as with generateName.
 */
export interface View {
  /**
   * Returns the LeaseCandidates for a Lease, including expired LeaseCandidates. Returns the same
   * list for every call with the same Lease, and an empty list if no LeaseCandidate is known.
   */
  readonly candidatesOf: (lease: LeaseReference) => readonly Seen<"LeaseCandidate">[];
  /** Returns the Lease that a LeaseCandidate names, or undefined if this Lease is not known. */
  readonly leaseOf: (candidate: HubByKind["LeaseCandidate"]) => Seen<"Lease"> | undefined;
  /**
   * Returns the Leases in other namespaces that have the name in the LeaseCandidate's
   * `spec.leaseName`.
   */
  readonly leasesElsewhere: (candidate: HubByKind["LeaseCandidate"]) => readonly Seen<"Lease">[];
}
