import type { Kind } from "../../src/api/coordination.ts";

/** Which object is meant. */
export interface Ref {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
}

/** The fields of both kinds on the wire. A null of a client is kept only in `acquireTime`: client-go's zero time is one. */
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
}

/** The metadata that electors read or write; what the API server gives is absent before it has stored the object. */
export interface Metadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly creationTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly managedFields?: readonly ManagedField[];
}

/** An entry of managedFields, without its fields. */
export interface ManagedField {
  readonly manager: string;
  readonly operation: "Update" | "Apply";
  readonly time: string;
}

/** A Lease or LeaseCandidate on the wire. */
export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: Kind;
  readonly metadata: Metadata;
  readonly spec: Spec;
}

/** An object as a client sends it to be created. */
export function newObject({ kind, namespace, name }: Ref, spec: Spec, labels?: Readonly<Record<string, string>>): ApiObject {
  const version = kind === "Lease" ? "v1" : "v1beta1";
  return { apiVersion: `coordination.k8s.io/${version}`, kind, metadata: { name, namespace, ...(labels && { labels }) }, spec };
}

/** MicroTime of milliseconds since 1970. */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}

/** Milliseconds since 1970, -Infinity for no time: what was never renewed has always run out. */
export function milliseconds(time: string | null | undefined): number {
  return time === null || time === undefined ? Number.NEGATIVE_INFINITY : Date.parse(time);
}
