import { referenceTo } from "../api/reference-to.ts";
import type { UnreadResource } from "../api/unread-resource.ts";
import type { ObjectReference } from "../field/object-reference.ts";
import type { FieldPath } from "../field/path.ts";
import type { Place } from "../text/position.ts";
import type { Fields } from "./fields.ts";

/** The plural names of the resources that the doctor reads, by kind. */
export const snapshotResources = {
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations",
  MutatingWebhookConfiguration: "mutatingwebhookconfigurations",
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
  Namespace: "namespaces",
  Lease: "leases",
  Service: "services",
  EndpointSlice: "endpointslices",
  Deployment: "deployments",
  Pod: "pods",
  PodDisruptionBudget: "poddisruptionbudgets",
  ConfigMap: "configmaps",
} as const;

/** A kind of objects that the doctor reads. */
export type SnapshotKind = keyof typeof snapshotResources;

/** An object of the cluster. `namespace` is "" for an object without a namespace. */
export interface SnapshotObject extends ObjectReference {
  readonly value: Fields;
  /**
   * Returns the position of a field in the file of the object. Absent if the object is not from a
   * file.
   */
  readonly locate?: (field: FieldPath) => Place;
}

/** Returns an object of a kind, by its metadata. */
export function snapshotObject(kind: SnapshotKind, value: Fields): SnapshotObject {
  return { ...referenceTo(kind, value), value };
}

/** A right that an installation needs, and whether the user has it. */
export interface Right {
  readonly verb: string;
  readonly resource: string;
  readonly isAllowed: boolean;
}

/** What a pod responds to `/readyz?verbose`. */
export interface Readiness {
  readonly pod: string;
  /** The response, or undefined if there is none. */
  readonly text: string | undefined;
  /** Why there is no response. */
  readonly reason: string;
}

/** What the doctor reads from the running pods and their Service. */
export interface Connection {
  readonly readiness: readonly Readiness[];
  /** The certificate that the Service serves, in PEM, or undefined if it could not be read. */
  readonly certificate: string | undefined;
  /** Why the certificate could not be read. */
  readonly certificateReason: string;
}

/** The objects and facts of a cluster at one time. */
export interface Snapshot {
  readonly objects: readonly SnapshotObject[];
  /** The kinds for which the snapshot contains all objects that the doctor needs. */
  readonly read: ReadonlySet<SnapshotKind>;
  readonly unread: readonly UnreadResource[];
  /** The version of the API server, such as `v1.36.4`. */
  readonly serverVersion?: string | undefined;
  /** The resources that the API server serves, such as `coordination.k8s.io/v1 leases`. */
  readonly served?: ReadonlySet<string> | undefined;
  readonly rights?: readonly Right[] | undefined;
  /** Absent if the doctor must not connect to pods. */
  readonly connection?: Connection | undefined;
}

/** Returns the objects of a kind. */
export function objectsOf({ objects }: Snapshot, kind: SnapshotKind): readonly SnapshotObject[] {
  return objects.filter((object) => object.kind === kind);
}

/** Returns the object with a kind, a namespace, and a name, or undefined. */
export function findObject(snapshot: Snapshot, kind: SnapshotKind, namespace: string, name: string): SnapshotObject | undefined {
  return objectsOf(snapshot, kind).find((object) => object.namespace === namespace && object.name === name);
}

/** Returns the reason why objects of a kind are unknown, or undefined if they were read. */
export function unreadReason({ read, unread }: Snapshot, kind: SnapshotKind): string | undefined {
  if (read.has(kind)) return undefined;
  const resource = snapshotResources[kind];
  const known = unread.find((each) => each.resource === resource);
  return known === undefined ? `needs ${resource}` : `needs ${resource}: ${known.reason}`;
}
