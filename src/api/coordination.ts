import type { FieldPath } from "../field/path.ts";
import type { ObjectMeta } from "./meta.ts";

/**
 * A value and its field in the object as submitted. The field of a value differs between served
 * versions.
 */
export interface Located<T> {
  readonly field: FieldPath;
  readonly value: T;
}

/**
 * The only strategy that Kubernetes defines. All other strategies are qualified names, such as
 * `example.com/newest`.
 */
export const oldestEmulationVersion = "OldestEmulationVersion";

/** The fields of both kinds of specs that contain a MicroTime. */
export const specTimes = ["acquireTime", "renewTime", "pingTime"] as const;

/**
 * The LeaseSpec of `coordination.k8s.io`. All fields are optional. A time is a string that
 * MicroTime decodes.
 */
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
 * The fields of LeaseCandidateSpec in all versions of `coordination.k8s.io`. An absent string is
 * "".
 */
export interface LeaseCandidateSpec {
  readonly leaseName: string;
  readonly pingTime: string | undefined;
  readonly renewTime: string | undefined;
  /** Undefined only in v1alpha1, where this field is optional. */
  readonly binaryVersion: string | undefined;
  readonly emulationVersion: string;
  /**
   * In v1alpha1, the items of `preferredStrategies`. In later versions, the value of `strategy`
   * alone, which is "" if the field is absent.
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
