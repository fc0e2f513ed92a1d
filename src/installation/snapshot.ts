import { type Fields, referenceTo, textAt } from "../core/api/fields.ts";
import { apiGroupOf } from "../core/api/meta.ts";
import { resourceName, type UnreadResource } from "../core/api/requests.ts";
import { leaseApiVersion, resources } from "../core/api/served-versions.ts";
import type { ObjectReference } from "../core/field/object-reference.ts";
import type { FieldPath } from "../core/field/path.ts";
import type { Place } from "../core/text/position.ts";

export const snapshotResources = {
  ValidatingWebhookConfiguration: {
    apiVersion: "admissionregistration.k8s.io/v1",
    resource: "validatingwebhookconfigurations",
  },
  MutatingWebhookConfiguration: {
    apiVersion: "admissionregistration.k8s.io/v1",
    resource: "mutatingwebhookconfigurations",
  },
  ValidatingAdmissionPolicy: { apiVersion: "admissionregistration.k8s.io/v1", resource: "validatingadmissionpolicies" },
  ValidatingAdmissionPolicyBinding: {
    apiVersion: "admissionregistration.k8s.io/v1",
    resource: "validatingadmissionpolicybindings",
  },
  MutatingAdmissionPolicy: { apiVersion: "admissionregistration.k8s.io/v1", resource: "mutatingadmissionpolicies" },
  MutatingAdmissionPolicyBinding: {
    apiVersion: "admissionregistration.k8s.io/v1",
    resource: "mutatingadmissionpolicybindings",
  },
  Namespace: { apiVersion: "v1", resource: "namespaces" },
  // The type of an export must be readable without other files (isolatedDeclarations).
  Lease: { apiVersion: leaseApiVersion as string, resource: resources.Lease as string },
  Service: { apiVersion: "v1", resource: "services" },
  EndpointSlice: { apiVersion: "discovery.k8s.io/v1", resource: "endpointslices" },
  Deployment: { apiVersion: "apps/v1", resource: "deployments" },
  Pod: { apiVersion: "v1", resource: "pods" },
  PodDisruptionBudget: { apiVersion: "policy/v1", resource: "poddisruptionbudgets" },
  HorizontalPodAutoscaler: { apiVersion: "autoscaling/v2", resource: "horizontalpodautoscalers" },
  NetworkPolicy: { apiVersion: "networking.k8s.io/v1", resource: "networkpolicies" },
  CronJob: { apiVersion: "batch/v1", resource: "cronjobs" },
  Role: { apiVersion: "rbac.authorization.k8s.io/v1", resource: "roles" },
  RoleBinding: { apiVersion: "rbac.authorization.k8s.io/v1", resource: "rolebindings" },
  ClusterRole: { apiVersion: "rbac.authorization.k8s.io/v1", resource: "clusterroles" },
  ClusterRoleBinding: { apiVersion: "rbac.authorization.k8s.io/v1", resource: "clusterrolebindings" },
  ResourceQuota: { apiVersion: "v1", resource: "resourcequotas" },
  ConfigMap: { apiVersion: "v1", resource: "configmaps" },
} as const;

export type SnapshotKind = keyof typeof snapshotResources;

/** Returns the kind with the given name, or undefined if the doctor does not read this kind. */
export function snapshotKind(name: string, value: unknown): SnapshotKind | undefined {
  if (!Object.hasOwn(snapshotResources, name)) return undefined;
  const kind = name as SnapshotKind;
  return apiGroupOf(textAt(value, "apiVersion")) === apiGroupOf(snapshotResources[kind].apiVersion) ? kind : undefined;
}

/** An object of the cluster. `namespace` is "" for an object without a namespace. */
export interface SnapshotObject extends ObjectReference {
  readonly value: Fields;
  /** Returns the position of a field in the file of the object. */
  readonly locate?: (field: FieldPath) => Place;
}

export function snapshotObject(kind: SnapshotKind, value: Fields): SnapshotObject {
  return { ...referenceTo(kind, value), value };
}

export interface Right {
  readonly verb: string;
  readonly resource: string;
  readonly isAllowed: boolean;
}

export interface Readiness {
  readonly pod: string;
  readonly text: string | undefined;
  readonly reason: string;
}

/** The data that the doctor reads from the running pods and their Service. */
export interface Connection {
  readonly readiness: readonly Readiness[];
  /** The certificate that the Service serves, in PEM, or undefined if it could not be read. */
  readonly certificate: string | undefined;
  readonly certificateReason: string;
}

/** The response to a dry-run create of a Lease that breaks a rule. */
export interface Probe {
  readonly namespace: string;
  /** False if the API server rejected the request before admission, so that it proves nothing. */
  readonly isSent: boolean;
  readonly isAdmitted: boolean;
  /** The warnings of the response, or the message of the error. */
  readonly text: string;
}

/** What an API server sees of the Lease of a fence, and what is stored. */
export interface FenceView {
  /** The address of the API server. */
  readonly server: string;
  /** The name of the admission policy of the fence. Fences of two exports can have one name. */
  readonly policy: string;
  /** The renewTime that the fence sees, or undefined if the API server did not answer. */
  readonly viewed: string | undefined;
  /**
   * The renewTime that the API server read from the storage before its answer, or undefined if the
   * stored Lease does not exist or could not be read.
   */
  readonly stored: string | undefined;
  /** The reason why one of the times is not known, or "". */
  readonly reason: string;
}

/** What all API servers see of fenced Leases. */
export interface FenceViews {
  readonly views: readonly FenceView[];
  /** The API servers that could not be reached, each with the reason. */
  readonly unreached: readonly string[];
  /** The number of fences whose views were not asked for, because the cluster has too many. */
  readonly unasked: number;
}

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
  /** The data from the pods and their Service. */
  readonly connection?: Connection | undefined;
  /** The response to the write of `--probe`. */
  readonly probe?: Probe | undefined;
  /** The responses to the dry runs of `--fences`. */
  readonly fenceViews?: FenceViews | undefined;
}

export function objectsOf({ objects }: Snapshot, kind: SnapshotKind): readonly SnapshotObject[] {
  return objects.filter((object) => object.kind === kind);
}

export function findObject(
  snapshot: Snapshot,
  kind: SnapshotKind,
  namespace: string,
  name: string,
): SnapshotObject | undefined {
  return objectsOf(snapshot, kind).find((object) => object.namespace === namespace && object.name === name);
}

export function snapshotResourceName(kind: SnapshotKind): string {
  const { apiVersion, resource } = snapshotResources[kind];
  return resourceName(apiVersion, resource);
}

/** Returns the reason why objects of a kind are unknown, or undefined if they were read. */
export function unreadReason({ read, unread }: Snapshot, kind: SnapshotKind): string | undefined {
  if (read.has(kind)) return undefined;
  const resource = snapshotResourceName(kind);
  const known = unread.find((each) => each.resource === resource);
  return known === undefined ? `needs ${resource}` : `needs ${resource}: ${known.reason}`;
}
