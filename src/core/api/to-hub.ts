import type { FieldPath } from "../field/path.ts";
import type { Hub, LeaseCandidateSpec, LeaseSpec, Located } from "./coordination.ts";
import { goString } from "./json-object.ts";
import { mapKeys } from "./map-keys.ts";
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from "./meta.ts";

/** Any field can be absent or null, and every other value has the correct type. */
type Wire<T> = { readonly [K in keyof T]?: T[K] | null };

/** A map of strings as submitted. Go decodes a null value as "". */
type WireMap = Readonly<Record<string, string | null>>;

interface WireMeta
  extends Wire<
    Omit<ObjectMeta, "labels" | "annotations" | "ownerReferences" | "finalizers" | "managedFields" | "submitted">
  > {
  readonly labels?: WireMap | null;
  readonly annotations?: WireMap | null;
  readonly ownerReferences?: readonly (Wire<OwnerReference> | null)[] | null;
  readonly finalizers?: readonly (string | null)[] | null;
  readonly managedFields?: readonly (Wire<ManagedFieldsEntry> | null)[] | null;
}

interface WireObject<Spec> {
  readonly metadata?: WireMeta | null;
  readonly spec?: Spec | null;
}

interface WireCandidateSpec extends Wire<Omit<LeaseCandidateSpec, "strategies">> {
  readonly strategy?: string | null;
  readonly preferredStrategies?: readonly (string | null)[] | null;
}

/** Converts a Lease of v1 or v1beta1. Both versions have the same fields. */
export function leaseToHub(object: object): Hub<LeaseSpec> {
  const { metadata, spec } = object as WireObject<Wire<LeaseSpec>>;
  return {
    metadata: metaToHub(metadata),
    spec: {
      holderIdentity: spec?.holderIdentity?.toWellFormed(),
      leaseDurationSeconds: spec?.leaseDurationSeconds ?? undefined,
      acquireTime: spec?.acquireTime ?? undefined,
      renewTime: spec?.renewTime ?? undefined,
      leaseTransitions: spec?.leaseTransitions ?? undefined,
      strategy: spec?.strategy?.toWellFormed(),
      preferredHolder: spec?.preferredHolder?.toWellFormed(),
    },
  };
}

/** Converts a LeaseCandidate of v1beta1 or v1alpha2. Both versions have the same fields. */
export function leaseCandidateToHub(object: object): Hub<LeaseCandidateSpec> {
  const { metadata, spec } = object as WireObject<WireCandidateSpec>;
  const strategies = [{ field: ["spec", "strategy"], value: goString(spec?.strategy) }];
  return candidateToHub(metadata, spec, goString(spec?.binaryVersion), strategies);
}

/** Converts a LeaseCandidate of v1alpha1, which has a list of strategies. */
export function leaseCandidateV1alpha1ToHub(object: object): Hub<LeaseCandidateSpec> {
  const { metadata, spec } = object as WireObject<WireCandidateSpec>;
  const strategies = (spec?.preferredStrategies ?? []).map(
    (value, index) => new PreferredStrategy(goString(value), index),
  );
  return candidateToHub(metadata, spec, goString(spec?.binaryVersion) || undefined, strategies);
}

/**
 * A strategy in a list. Creates its path on demand, because a list can contain 450,000 strategies,
 * and paths would double the time of their review.
 */
class PreferredStrategy implements Located<string> {
  readonly value: string;
  readonly #index: number;

  constructor(value: string, index: number) {
    this.value = value;
    this.#index = index;
  }

  get field(): FieldPath {
    return ["spec", "preferredStrategies", this.#index];
  }
}

function candidateToHub(
  metadata: WireMeta | null | undefined,
  spec: WireCandidateSpec | null | undefined,
  binaryVersion: string | undefined,
  strategies: readonly Located<string>[],
): Hub<LeaseCandidateSpec> {
  return {
    metadata: metaToHub(metadata),
    spec: {
      leaseName: goString(spec?.leaseName),
      pingTime: spec?.pingTime ?? undefined,
      renewTime: spec?.renewTime ?? undefined,
      binaryVersion,
      emulationVersion: goString(spec?.emulationVersion),
      strategies,
    },
  };
}

function metaToHub(meta: WireMeta | null | undefined): ObjectMeta {
  return {
    name: goString(meta?.name),
    generateName: goString(meta?.generateName),
    namespace: goString(meta?.namespace),
    uid: goString(meta?.uid),
    resourceVersion: goString(meta?.resourceVersion),
    generation: meta?.generation ?? 0,
    creationTimestamp: meta?.creationTimestamp ?? undefined,
    deletionTimestamp: meta?.deletionTimestamp ?? undefined,
    deletionGracePeriodSeconds: meta?.deletionGracePeriodSeconds ?? undefined,
    labels: mapToHub(meta?.labels),
    annotations: mapToHub(meta?.annotations),
    ownerReferences: (meta?.ownerReferences ?? []).map(ownerToHub),
    finalizers: (meta?.finalizers ?? []).map(goString),
    managedFields: (meta?.managedFields ?? []).map(managedFieldsToHub),
    submitted: meta ?? {},
  };
}

/** Decodes the strings of a map as Go does, and keeps every key, even `__proto__`. */
function mapToHub(map: WireMap | null | undefined): Readonly<Record<string, string>> {
  if (map === null || map === undefined) return {};
  // A copy of 500,000 labels takes a third of a second. Most maps do not need a copy.
  if (mapKeys(map).every((key) => key.isWellFormed() && map[key]?.isWellFormed()))
    return map as Readonly<Record<string, string>>;
  return Object.fromEntries(mapKeys(map).map((key) => [key.toWellFormed(), goString(map[key])]));
}

function ownerToHub(owner: Wire<OwnerReference> | null): OwnerReference {
  return {
    apiVersion: goString(owner?.apiVersion),
    kind: goString(owner?.kind),
    name: goString(owner?.name),
    uid: goString(owner?.uid),
    controller: owner?.controller ?? false,
  };
}

function managedFieldsToHub(entry: Wire<ManagedFieldsEntry> | null): ManagedFieldsEntry {
  return {
    manager: goString(entry?.manager),
    operation: goString(entry?.operation),
    fieldsType: goString(entry?.fieldsType),
    subresource: goString(entry?.subresource),
  };
}
