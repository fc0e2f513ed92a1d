import type { FieldPath } from "../field/path.ts";
import type { ObjectMeta } from "./meta.ts";

/** A value and where it stood in the object as submitted, for what differs between served versions. */
export interface Located<T> {
  readonly field: FieldPath;
  readonly value: T;
}

/** The only strategy Kubernetes itself defines; others are qualified names such as `example.com/newest`. */
export const oldestEmulationVersion = "OldestEmulationVersion";

/** `coordination.k8s.io` LeaseSpec; all fields are optional, times are MicroTime texts. */
export interface LeaseSpec {
  readonly holderIdentity: string | undefined;
  readonly leaseDurationSeconds: number | undefined;
  readonly acquireTime: string | undefined;
  readonly renewTime: string | undefined;
  readonly leaseTransitions: number | undefined;
  readonly strategy: string | undefined;
  readonly preferredHolder: string | undefined;
}

/** `coordination.k8s.io` LeaseCandidateSpec, the widest of its versions; an absent string is "". */
export interface LeaseCandidateSpec {
  readonly leaseName: string;
  readonly pingTime: string | undefined;
  readonly renewTime: string | undefined;
  /** Undefined only where the served version lets it be absent: v1alpha1. */
  readonly binaryVersion: string | undefined;
  readonly emulationVersion: string;
  /** v1alpha1: the items of `preferredStrategies`. Later versions: the one `strategy`, "" when absent. */
  readonly strategies: readonly Located<string>[];
}

/** The hub form of an object: what every served version of its kind is read into. */
export interface Hub<Spec> {
  readonly metadata: ObjectMeta;
  readonly spec: Spec;
}

/** The kinds we judge, each with its hub form. */
export interface HubByKind {
  readonly Lease: Hub<LeaseSpec>;
  readonly LeaseCandidate: Hub<LeaseCandidateSpec>;
}

/** A kind we judge. */
export type Kind = keyof HubByKind;
