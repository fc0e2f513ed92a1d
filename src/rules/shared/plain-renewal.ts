import { type Hub, type LeaseSpec, leaseSpecFields } from "../../core/api/coordination.ts";
import { mapKeys } from "../../core/api/map-keys.ts";
import type { ObjectMeta, OwnerReference } from "../../core/api/meta.ts";
import { compareMicroTimes, microTimeMs } from "../../core/text/time.ts";
import type { Change } from "../rule.ts";

/**
 * The name of the match condition that excludes plain renewals, in `manifests/base` and in exports.
 */
export const plainRenewalCondition = "not-a-plain-renewal";

export const longestRenewalStepSeconds = 3600;
export const keptMetadata = ["labels", "annotations", "ownerReferences", "finalizers"] as const;

type KeptMetadata = Pick<ObjectMeta, (typeof keptMetadata)[number]>;

const isSame: {
  readonly [Field in keyof KeptMetadata]: (value: KeptMetadata[Field], old: KeptMetadata[Field]) => boolean;
} = {
  labels: isSameMap,
  annotations: isSameMap,
  ownerReferences: (owners, old) => isSameList(owners, old, isSameOwner),
  finalizers: (finalizers, old) => isSameList(finalizers, old, (a, b) => a === b),
};

/**
 * Reports whether a write is a plain renewal: an update of a Lease that keeps renewTime or moves it
 * forward by at most an hour. All other fields of the spec, the labels, the annotations, the
 * finalizers, and the owner references must stay the same. The match condition of `manifests/base`
 * uses the same definition for all fields that rules read.
 */
export function isPlainRenewal(change: Change<Hub<LeaseSpec>>): boolean {
  if (change.operation !== "UPDATE") return false;
  const { object, oldObject } = change;
  return keepsSpec(object.spec, oldObject.spec) && keepsMetadata(object.metadata, oldObject.metadata);
}

function keepsSpec(spec: LeaseSpec, old: LeaseSpec): boolean {
  return (
    leaseSpecFields.every((name) => name === "renewTime" || spec[name] === old[name]) &&
    movesOn(spec.renewTime, old.renewTime)
  );
}

function movesOn(time: string | undefined, old: string | undefined): boolean {
  if (time === undefined || old === undefined) return time === old;
  const order = compareMicroTimes(old, time);
  return (
    order === 0 ||
    (order < 0 &&
      Math.floor(microTimeMs(time) / 1000) - Math.floor(microTimeMs(old) / 1000) <= longestRenewalStepSeconds)
  );
}

function keepsMetadata(metadata: KeptMetadata, old: KeptMetadata): boolean {
  const isKept = <Field extends keyof KeptMetadata>(field: Field): boolean =>
    isSame[field](metadata[field], old[field]);
  return keptMetadata.every(isKept);
}

function isSameMap(map: Readonly<Record<string, string>>, old: Readonly<Record<string, string>>): boolean {
  return mapKeys(map).every((key) => map[key] === old[key]) && mapKeys(old).every((key) => map[key] !== undefined);
}

function isSameList<T>(list: readonly T[], old: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  return list.length === old.length && list.every((item, index) => isSame(item, old[index] as T));
}

function isSameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return (
    a.uid === b.uid &&
    a.name === b.name &&
    a.kind === b.kind &&
    a.apiVersion === b.apiVersion &&
    a.controller === b.controller
  );
}
