import type { LeaseSpec } from "../../api/coordination.ts";
import { type FieldError, invalid } from "../../field/error.ts";
import type { FieldPath } from "../../field/path.ts";
import { microTimeMs } from "../../text/time.ts";
import type { RuleContext } from "../rule.ts";

/**
 * Returns when a lease expires by the clock of its holder, in milliseconds since 1970; undefined
 * without a holder or a duration.
 */
export function termEndMs({ holderIdentity, renewTime, leaseDurationSeconds }: LeaseSpec): number | undefined {
  if (!holderIdentity || renewTime === undefined || leaseDurationSeconds === undefined) return undefined;
  return microTimeMs(renewTime) + leaseDurationSeconds * 1000;
}

/**
 * A day: no known program uses a longer duration, and rules that protect a holder protect it no
 * longer after its last renewal. One write would otherwise lock an abandoned lease for 68 years.
 */
export const longestGuardSeconds = 86_400;

/**
 * Returns when a lease expires that is certainly held, else undefined. It has not expired by any
 * clock within the allowance, and its renewTime is not from a clock that is certainly wrong: a
 * clock that is an hour ahead would otherwise protect an abandoned lease for an hour. A term counts
 * from the start of the second, because client-go does not see a second renewal in the same second,
 * and at most a day.
 */
export function heldUntil(spec: LeaseSpec, { now, clockSkewMs }: RuleContext): Date | undefined {
  const termEnd = termEndMs(spec);
  if (termEnd === undefined || spec.renewTime === undefined) return undefined;
  const renewed = microTimeMs(spec.renewTime);
  const end = Math.min(termEnd, renewed + longestGuardSeconds * 1000);
  const latest = now.getTime() + clockSkewMs;
  return latest < Math.floor(end / 1000) * 1000 && renewed <= latest ? new Date(end) : undefined;
}

/** Reports whether a lease is certainly held. */
export function isHeld(spec: LeaseSpec, context: RuleContext): boolean {
  return heldUntil(spec, context) !== undefined;
}

/** Reports a time that is further in the future than the clock skew allowance. */
export function futureErrors(field: FieldPath, time: string, { now, clockSkewMs }: RuleContext): readonly FieldError[] {
  if (microTimeMs(time) <= now.getTime() + clockSkewMs) return [];
  return [invalid(field, time, `must not be in the future: the current time is ${now.toISOString()}`)];
}

/** The longest time until a review: kube-apiserver ends requests after 60 s by default. */
export const maxTransitMs = 60_000;

/**
 * 2^30, half of the largest int32: no election reaches it, because one transition a second takes 34
 * years. From here on, the count may be lowered.
 */
export const manyTransitions: number = 2 ** 30;

/** Reports whether the holder identity stays the same, and is not empty. */
export function isRenewal(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.holderIdentity) && spec.holderIdentity === old.holderIdentity;
}

/** Reports whether another client takes the lease over without a release in between. */
export function isTakeOver(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.holderIdentity) && Boolean(old.holderIdentity) && spec.holderIdentity !== old.holderIdentity;
}

/**
 * Reports whether the controller of the API server runs the election: it counts no transitions, and
 * the leader may drop the strategy.
 */
export function isCoordinated(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.strategy) || Boolean(old.strategy);
}
