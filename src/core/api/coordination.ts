import type { FieldPath } from "../field/path.ts";
import type { ObjectMeta } from "./meta.ts";

/** A value, and the path of its field in the submitted object. */
export interface Located<T> {
  readonly field: FieldPath;
  readonly value: T;
}

/**
 * The only strategy that Kubernetes defines. All other strategies are qualified names with a
 * prefix, such as `example.com/newest`.
 */
export const oldestEmulationVersion = "OldestEmulationVersion";

/**
 * The largest int32, which is the type of `leaseDurationSeconds` and `leaseTransitions`. As a
 * duration in seconds, it is 68 years.
 */
export const maxInt32: number = 2 ** 31 - 1;

/** The names of the MicroTime fields in LeaseSpec and LeaseCandidateSpec. */
export const specTimes = ["acquireTime", "renewTime", "pingTime"] as const;

/**
 * The LeaseSpec of `coordination.k8s.io`. All fields are optional. A time is a string in the format
 * of `metav1.MicroTime`.
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

export const leaseSpecFields: readonly (keyof LeaseSpec)[] = fieldsOf<LeaseSpec>({
  holderIdentity: true,
  leaseDurationSeconds: true,
  acquireTime: true,
  renewTime: true,
  leaseTransitions: true,
  strategy: true,
  preferredHolder: true,
});

/**
 * The fields of LeaseCandidateSpec in all versions of `coordination.k8s.io`. An absent string is
 * "", except `binaryVersion` in v1alpha1. An absent time is undefined.
 */
export interface LeaseCandidateSpec {
  readonly leaseName: string;
  readonly pingTime: string | undefined;
  readonly renewTime: string | undefined;
  /** The binary version. Undefined only in v1alpha1, where this field is optional. */
  readonly binaryVersion: string | undefined;
  readonly emulationVersion: string;
  /**
   * The strategies. In v1alpha1, they are the items of `preferredStrategies`. In later versions,
   * there is one item: the value of `strategy`, or "" if the field is absent.
   */
  readonly strategies: readonly Located<string>[];
}

export const candidateSpecFields: readonly (keyof LeaseCandidateSpec)[] = fieldsOf<LeaseCandidateSpec>({
  leaseName: true,
  pingTime: true,
  renewTime: true,
  binaryVersion: true,
  emulationVersion: true,
  strategies: true,
});

/**
 * Returns the names of all fields of a spec. The type of `fields` requires every field, so that no
 * list of names is incomplete.
 */
function fieldsOf<Spec>(fields: Readonly<Record<keyof Spec, true>>): readonly (keyof Spec)[] {
  return Object.keys(fields) as (keyof Spec)[];
}

/**
 * An object in the form that rules read. Every served version of a kind converts to this form,
 * which Kubernetes calls the hub.
 */
export interface Hub<Spec> {
  readonly metadata: ObjectMeta;
  readonly spec: Spec;
}

/** The type of the hub object for each kind that lease-guard validates. */
export interface HubByKind {
  readonly Lease: Hub<LeaseSpec>;
  readonly LeaseCandidate: Hub<LeaseCandidateSpec>;
}

export type Kind = keyof HubByKind;

export const kinds: readonly Kind[] = ["Lease", "LeaseCandidate"];
