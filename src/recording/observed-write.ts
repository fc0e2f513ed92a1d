import type { HubByKind, Kind } from "../core/api/coordination.ts";
import { referenceTo } from "../core/api/fields.ts";
import type { ServedVersion } from "../core/api/served-versions.ts";
import { decode } from "../engine/validate/decode.ts";
import type { Submission } from "../engine/validate/submission.ts";
import { type ChangeOperation, objectOf, type UserInfo } from "../rules/rule.ts";

/** A write that a source shows. A part that the source does not show is undefined. */
export interface ObservedWrite {
  readonly time: Date;
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly operation: ChangeOperation;
  readonly user: UserInfo | undefined;
  /** The object after the write. A delete has no such object. */
  readonly object: HubByKind[Kind] | undefined;
  /** The object before the write. A create has no such object. */
  readonly oldObject: HubByKind[Kind] | undefined;
  /**
   * True if the source shows that kube-apiserver stored the object. An audit log contains the
   * result of a write, and a review does not.
   */
  readonly isStored?: boolean;
  /** The write as the webhook receives it, if the source shows the user and all objects. */
  readonly submission: Submission | undefined;
}

export function observe(submission: Submission): ObservedWrite {
  const { served, change, context } = submission;
  const raw = objectOf(change);
  const object = change.operation === "DELETE" ? undefined : hubOf(served, change.object);
  const oldObject = change.operation === "CREATE" ? undefined : hubOf(served, change.oldObject);
  const { namespace, name } = referenceTo(served.gvk.kind, raw);
  return {
    time: context.now,
    kind: served.gvk.kind,
    namespace,
    name,
    operation: change.operation,
    user: context.user,
    object,
    oldObject,
    submission,
  };
}

/** Returns the hub form of an object, or undefined if the object does not decode. */
export function hubOf(served: ServedVersion, object: unknown): HubByKind[Kind] | undefined {
  const decoded = decode(served, object);
  return decoded.ok ? decoded.value : undefined;
}

/** Returns the spec of a Lease, or undefined for a LeaseCandidate or an unknown object. */
export function leaseSpecOf(kind: Kind, object: HubByKind[Kind] | undefined): HubByKind["Lease"]["spec"] | undefined {
  return kind === "Lease" ? (object as HubByKind["Lease"] | undefined)?.spec : undefined;
}
