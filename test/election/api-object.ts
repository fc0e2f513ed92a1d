import type { Kind } from "../../src/core/api/coordination.ts";

/** The kind, namespace, and name of an object. */
export interface Ref {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
}

/**
 * The spec fields of a Lease or a LeaseCandidate in JSON. A client can send null for some fields.
 * The API server stores null only for `acquireTime`, which client-go can set to Go's zero time. In
 * JSON, this time is null.
 */
export interface Spec {
  readonly holderIdentity?: string | null;
  readonly leaseDurationSeconds?: number | null;
  readonly acquireTime?: string | null;
  readonly renewTime?: string | null;
  readonly leaseTransitions?: number | null;
  readonly strategy?: string | null;
  readonly preferredHolder?: string | null;
  readonly leaseName?: string;
  readonly pingTime?: string;
  readonly binaryVersion?: string;
  readonly emulationVersion?: string;
  /** The strategies of a LeaseCandidate of v1alpha1, which has no `strategy`. */
  readonly preferredStrategies?: readonly string[];
}

/**
 * The metadata that clients read or write. The fields that the API server sets are absent until the
 * server has stored the object.
 */
export interface Metadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly creationTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A Lease or LeaseCandidate in JSON. */
export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: Kind;
  readonly metadata: Metadata;
  readonly spec: Spec;
}

/** Returns an object as a client sends it in a create request. */
export function newObject(
  { kind, namespace, name }: Ref,
  spec: Spec,
  labels?: Readonly<Record<string, string>>,
): ApiObject {
  const version = kind === "Lease" ? "v1" : "v1beta1";
  return {
    apiVersion: `coordination.k8s.io/${version}`,
    kind,
    metadata: { name, namespace, ...(labels && { labels }) },
    spec,
  };
}

/** Formats milliseconds since 1970 as MicroTime. */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}

/**
 * Returns a time in milliseconds since 1970. Returns -Infinity for an absent time, so that a Lease
 * without renewTime has expired.
 */
export function milliseconds(time: string | null | undefined): number {
  return time === null || time === undefined ? Number.NEGATIVE_INFINITY : Date.parse(time);
}
