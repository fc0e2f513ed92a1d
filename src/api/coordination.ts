import type { FieldPath } from "../field/path.ts";
import type { ObjectMeta } from "./meta.ts";

/** A value and its field in the object as submitted, which differs between served versions. */
export interface Located<T> {
  readonly field: FieldPath;
  readonly value: T;
}

/**
 * The only strategy that Kubernetes defines; others are qualified names such as
 * `example.com/newest`.
 */
export const oldestEmulationVersion = "OldestEmulationVersion";

/** `coordination.k8s.io` LeaseSpec. All fields are optional, and times are MicroTime texts. */
export interface LeaseSpec {
  readonly holderIdentity: string | undefined;
  readonly leaseDurationSeconds: number | undefined;
  readonly acquireTime: string | undefined;
  readonly renewTime: string | undefined;
  readonly leaseTransitions: number | undefined;
  readonly strategy: string | undefined;
  readonly preferredHolder: string | undefined;
}

/**
 * The fields of LeaseCandidateSpec in all versions of `coordination.k8s.io`; an absent string is
 * "".
 */
export interface LeaseCandidateSpec {
  readonly leaseName: string;
  readonly pingTime: string | undefined;
  readonly renewTime: string | undefined;
  /** Undefined only in v1alpha1, in which it is optional. */
  readonly binaryVersion: string | undefined;
  readonly emulationVersion: string;
  /**
   * The items of `preferredStrategies` in v1alpha1; the one `strategy` in later versions, "" if it
   * is absent.
   */
  readonly strategies: readonly Located<string>[];
}

/** The hub form of an object, to which every served version of its kind converts. */
export interface Hub<Spec> {
  readonly metadata: ObjectMeta;
  readonly spec: Spec;
}

/** The hub form of each kind that lease-guard validates. */
export interface HubByKind {
  readonly Lease: Hub<LeaseSpec>;
  readonly LeaseCandidate: Hub<LeaseCandidateSpec>;
}

/** A kind that lease-guard validates. */
export type Kind = keyof HubByKind;
