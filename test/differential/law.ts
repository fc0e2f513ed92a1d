import type { User } from "./users.ts";
import type { Lease, Meta } from "./write.ts";

/** A write as a law reads it. For a delete, only the old object exists. */
export interface Deed<T> {
  readonly operation: "CREATE" | "DELETE" | "UPDATE";
  readonly object: T | undefined;
  readonly old: T | undefined;
  readonly user: User;
  /** The time of the write in milliseconds. */
  readonly now: number;
}

/** Reports whether a rule reports a write. */
export type Law<T> = (deed: Deed<T>) => boolean;

export type Laws<T> = Readonly<Record<string, Law<T>>>;

export function onCreate<T>(check: (object: T, deed: Deed<T>) => boolean): Law<T> {
  return (deed) => deed.operation === "CREATE" && deed.object !== undefined && check(deed.object, deed);
}

export function onUpdate<T>(check: (object: T, old: T, deed: Deed<T>) => boolean): Law<T> {
  return (deed) => deed.object !== undefined && deed.old !== undefined && check(deed.object, deed.old, deed);
}

/** A law for creates, which have no old object, and updates. */
export function onWrite<T>(check: (object: T, old: T | undefined, deed: Deed<T>) => boolean): Law<T> {
  return (deed) => deed.object !== undefined && check(deed.object, deed.old, deed);
}

export function onDelete<T>(check: (old: T, deed: Deed<T>) => boolean): Law<T> {
  return (deed) => deed.operation === "DELETE" && deed.old !== undefined && check(deed.old, deed);
}

export const second = 1000;
export const minute: number = 60 * second;
export const day: number = 24 * 60 * minute;
/** The clock skew allowance of the policy. */
export const skew: number = 5 * second;

/** Returns the end of a lease term, or undefined without one of its two fields. */
export function endOf({ renewed, duration }: Lease): number | undefined {
  return renewed === undefined || duration === undefined ? undefined : renewed + duration * second;
}

/** Returns the time until which rules guard a holder: a term of more than a day counts as a day. */
export function guardedUntil({ renewed = 0, ...lease }: Lease): number {
  return Math.min(endOf({ renewed, ...lease }) ?? 0, renewed + day);
}

/**
 * Reports whether the lease term of a holder has certainly not expired, by clocks that differ by at
 * most the allowance. The end is rounded down to the second, as client-go compares times.
 */
export function isHeld(lease: Lease, now: number, allowance: number = skew): boolean {
  const { holder, renewed, duration } = lease;
  if (!holder || renewed === undefined || duration === undefined || renewed > now + allowance) return false;
  return Math.floor(guardedUntil(lease) / second) * second > now + allowance;
}

/** Reports whether a lease term has not expired by the clock of lease-guard. */
export function isUnexpired(lease: Lease, now: number): boolean {
  return isHeld(lease, now) || isHeld(lease, now, 0);
}

/** Reports whether a write keeps a holder. */
export function isSameHolder(lease: Lease, old: Lease): boolean {
  return !!lease.holder && lease.holder === old.holder;
}

/** Reports whether a write sets a holder that the Lease did not have. */
export function setsHolder(lease: Lease, old: Lease | undefined): boolean {
  return !!lease.holder && lease.holder !== old?.holder;
}

/** Reports whether an object looks as after a release by fabric8, which can keep the holder. */
export function looksReleased({ duration, acquired, renewed }: Lease): boolean {
  return duration === 1 && acquired !== undefined && acquired === renewed;
}

const leaseFields = [
  "holder",
  "duration",
  "acquired",
  "renewed",
  "transitions",
  "strategy",
  "preferred",
] as const satisfies readonly (keyof Lease)[];

/** Reports whether a write keeps the spec. An absent field is the same as "" or 0. */
export function isSameSpec(lease: Lease, old: Lease): boolean {
  return leaseFields.every((field) => (lease[field] || undefined) === (old[field] || undefined));
}

/** Reports whether a holder releases its Lease as fabric8 does, and keeps holderIdentity. */
export function isReleaseByHolder(lease: Lease, old: Lease | undefined): boolean {
  return old !== undefined && isSameHolder(lease, old) && looksReleased(lease) && (old.duration ?? 0) > 1;
}

export function isNodeLease({ namespace }: Meta): boolean {
  return namespace === "kube-node-lease";
}
