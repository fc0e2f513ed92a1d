import type { Kind } from "../../src/core/api/coordination.ts";
import type { Submission } from "../../src/engine/validate/submission.ts";
import type { Validate } from "../../src/engine/validate/validate.ts";
import type { Finding } from "../../src/engine/validate/verdict.ts";
import type { Change, UserInfo } from "../../src/rules/rule.ts";
import { rowOf } from "../harness/reviews.ts";
import { type ApiObject, type Metadata, microTime, newObject, type Spec } from "./api-object.ts";

/** One write of a history. */
export interface Act {
  /** The time in seconds after the start of the history. */
  readonly at: number;
  /** The new spec. The value null deletes the object. */
  readonly spec: Spec | null;
  readonly by?: UserInfo;
  /** The metadata of the object from this write on, without the name and the namespace. */
  readonly metadata?: object;
}

/** The writes to one object. By default, the object is the Lease `team-a/controller`. */
export interface History {
  readonly kind?: Kind;
  /** The API version. The default is v1 for a Lease, and v1beta1 for a LeaseCandidate. */
  readonly version?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly acts: readonly Act[];
}

/** The real time at which each history starts. */
const begin = Date.parse("2026-07-01T08:00:00Z");
/** The service account of the program that uses the Lease `team-a/controller`. */
export const elector: UserInfo = {
  username: "system:serviceaccount:team-a:controller",
  groups: ["system:serviceaccounts"],
};

/** Returns the MicroTime of a time in seconds after the start of the history. */
export const at = (seconds: number): string => microTime(begin + seconds * 1000);

/** The spec of a LeaseCandidate that client-go creates at the start, for the Lease `controller`. */
export const candidate: Spec = {
  leaseName: "controller",
  binaryVersion: "1.36.0",
  emulationVersion: "1.36.0",
  strategy: "OldestEmulationVersion",
  renewTime: at(0),
};

/**
 * Returns the spec after an acquisition by client-go. `begun` is in seconds after the start of the
 * history. The lease term is 15 s.
 */
export const term = (holderIdentity: string, begun: number, leaseTransitions = 0): Spec => ({
  holderIdentity,
  leaseDurationSeconds: 15,
  acquireTime: at(begun),
  renewTime: at(begun),
  leaseTransitions,
});

/**
 * Returns the spec after a kubelet's renewal of the Lease of node-1. `seconds` is the time after
 * the start of the history.
 */
export const heartbeat = (seconds: number): Spec => ({
  holderIdentity: "node-1",
  leaseDurationSeconds: 40,
  renewTime: at(seconds),
});

/**
 * Returns the writes of a history as kube-apiserver sends them to the webhook. After a deletion,
 * the next write creates the object again. An object with finalizers stays until an update removes
 * the last finalizer.
 */
export function submissionsOf({
  kind = "Lease",
  version = kind === "Lease" ? "v1" : "v1beta1",
  ...history
}: History): readonly Submission[] {
  const { namespace = "team-a", name = "controller", acts } = history;
  const served = rowOf(version, kind);
  const given: Partial<Metadata> = { uid: "1", creationTimestamp: "2026-07-01T08:00:00Z", resourceVersion: "1" };
  let oldObject: ApiObject | undefined;
  let metadata: object = {};
  return acts.map((act) => {
    const context = { now: new Date(begin + act.at * 1000), user: act.by ?? elector, dryRun: false };
    if (act.spec === null && oldObject !== undefined) {
      const deleted: Submission = { served, change: { operation: "DELETE", oldObject }, context };
      metadata = isFinalized(metadata) ? { ...metadata, ...deletedThen(context.now) } : {};
      oldObject = isFinalized(metadata)
        ? { ...oldObject, metadata: { ...oldObject.metadata, ...metadata } }
        : undefined;
      return deleted;
    }
    metadata = { ...metadata, ...act.metadata };
    const created = {
      ...newObject({ kind, namespace, name }, act.spec ?? {}),
      apiVersion: `${served.gvk.group}/${version}`,
    };
    const object = { ...created, metadata: { ...created.metadata, ...metadata } };
    const stored = { ...object, metadata: { ...object.metadata, ...given } };
    const change: Change<ApiObject> =
      oldObject === undefined ? { operation: "CREATE", object } : { operation: "UPDATE", object: stored, oldObject };
    const isRemoved = Object.hasOwn(metadata, "deletionTimestamp") && !isFinalized(metadata);
    if (isRemoved) metadata = {};
    oldObject = isRemoved ? undefined : stored;
    return { served, change, context };
  });
}

function isFinalized(metadata: { readonly finalizers?: readonly string[] }): boolean {
  return (metadata.finalizers ?? []).length > 0;
}

/** Returns the metadata that kube-apiserver adds to an object with finalizers when it is deleted. */
function deletedThen(now: Date): object {
  return { deletionTimestamp: `${now.toISOString().slice(0, 19)}Z`, deletionGracePeriodSeconds: 0 };
}

/** Returns the findings for each write of a history. */
export function findingsOf(validate: Validate, history: History): readonly (readonly Finding[])[] {
  return submissionsOf(history).map((submission) => validate(submission).findings);
}
