import { type LeaseSpec, oldestEmulationVersion } from "../../core/api/coordination.ts";
import { type FieldError, invalid } from "../../core/field/error.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { compareMicroTimes, microTimeMs } from "../../core/text/time.ts";
import type { RuleContext } from "../rule.ts";

/**
 * Returns the time at which a lease expires by the clock of its holder, in milliseconds since 1970.
 * Returns undefined for a lease without a holder, a renewTime, or a duration.
 */
export function termEndMs({
  holderIdentity,
  renewTime,
  leaseDurationSeconds,
}: Pick<LeaseSpec, "holderIdentity" | "renewTime" | "leaseDurationSeconds">): number | undefined {
  if (!holderIdentity || renewTime === undefined || leaseDurationSeconds === undefined) return undefined;
  return microTimeMs(renewTime) + leaseDurationSeconds * 1000;
}

/**
 * The longest time after the last renewal for which rules protect a holder, in seconds: a day. No
 * known program uses a longer duration. Without this limit, one write could lock an abandoned lease
 * for 68 years.
 */
export const longestGuardSeconds = 86_400;

/** The lease duration that client-go sets when it releases a lease. kube-apiserver denies 0. */
export const shortestTermSeconds = 1;

/**
 * Returns the end of the lease term if a client certainly holds the lease, otherwise undefined.
 *
 * A client certainly holds the lease if two conditions are met. First, the lease has not expired,
 * even on a clock that is ahead by the clock skew allowance. Second, renewTime is not further in
 * the future than the allowance, because a wrong clock could otherwise protect an abandoned lease.
 *
 * A lease term of more than a day counts as a day. For the first condition, the function rounds the
 * end down to the second, because client-go compares renewals by the second.
 */
export function heldUntil(spec: LeaseSpec, { now, clockSkewMs }: RuleContext): Date | undefined {
  const termEnd = termEndMs(spec);
  if (termEnd === undefined || spec.renewTime === undefined) return undefined;
  const renewed = microTimeMs(spec.renewTime);
  const end = Math.min(termEnd, renewed + longestGuardSeconds * 1000);
  const latest = now.getTime() + clockSkewMs;
  return latest < Math.floor(end / 1000) * 1000 && renewed <= latest ? new Date(end) : undefined;
}

/**
 * Reports whether a lease has a holder, and kube-apiserver's election controller treats the lease
 * as not expired (`isLeaseExpired`). A lease without a renewTime or a duration counts as expired.
 */
export function isUnexpired(spec: LeaseSpec, { now }: Pick<RuleContext, "now">): boolean {
  return isUnexpiredAt(termEndMs(spec), now.getTime());
}

/** Reports whether a lease term with this end has not expired. */
export function isUnexpiredAt(endMs: number | undefined, nowMs: number): boolean {
  return endMs !== undefined && endMs >= nowMs;
}

export function isHeld(spec: LeaseSpec, context: RuleContext): boolean {
  return heldUntil(spec, context) !== undefined;
}

/**
 * Returns the longest `leaseDurationSeconds` that is not longer than the clock skew allowance.
 * Rules cannot protect a lease with such a short duration.
 */
export function unguardedSeconds(clockSkewMs: number): number {
  return Math.floor(clockSkewMs / 1000);
}

/** Reports whether a time is further in the future than the clock skew allowance. */
export function isInFuture(time: string, { now, clockSkewMs }: Pick<RuleContext, "now" | "clockSkewMs">): boolean {
  return microTimeMs(time) > now.getTime() + clockSkewMs;
}

export function futureErrors(field: FieldPath, time: string, context: RuleContext): readonly FieldError[] {
  if (!isInFuture(time, context)) return [];
  return [invalid(field, time, `must not be in the future: the current time is ${context.now.toISOString()}`)];
}

/**
 * Returns the end of the lease term of a lease without a holder, in milliseconds since 1970. Some
 * clients wait for it. Returns undefined if the lease term ends as soon as after a release, within
 * a second and the clock skew allowance.
 */
export function waitEndMs(spec: LeaseSpec, { now, clockSkewMs }: RuleContext): number | undefined {
  const end = termEndMs({ ...spec, holderIdentity: "any" });
  const released = now.getTime() + clockSkewMs + shortestTermSeconds * 1000;
  return end !== undefined && end > released ? end : undefined;
}

/**
 * The longest time between a client's request and the review of the request, in milliseconds. By
 * default, kube-apiserver ends a request after 60 s.
 */
export const maxTransitMs = 60_000;

/**
 * Reports whether the renewTime of a Lease or a LeaseCandidate is the time of the write or later.
 * Allows for the clock skew and for the time until the review.
 */
export function isRenewedNow(
  { renewTime }: Pick<LeaseSpec, "renewTime">,
  { now, clockSkewMs }: Pick<RuleContext, "now" | "clockSkewMs">,
): boolean {
  return renewTime !== undefined && microTimeMs(renewTime) >= now.getTime() - clockSkewMs - maxTransitMs;
}

/**
 * The lowest value of leaseTransitions that no election reaches: 2^30, half of the largest int32.
 * With one transition a second, an election would need 34 years. Rules allow a client to decrease
 * such a count.
 */
export const manyTransitions: number = 2 ** 30;

/** Reports whether the holder identity stays the same and is not empty. */
export function keepsHolder(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.holderIdentity) && spec.holderIdentity === old.holderIdentity;
}

/** Reports whether a time is set, and is later than the previous time if there is one. */
export function movesForward(time: string | undefined, before: string | undefined): boolean {
  return time !== undefined && (before === undefined || compareMicroTimes(time, before) > 0);
}

/**
 * Reports whether a time is earlier than the previous time by more than an allowance. For a normal
 * renewal, the first comparison is enough, and this comparison is fast.
 */
export function goesBack(time: string, before: string, allowanceMs: number): boolean {
  return compareMicroTimes(time, before) < 0 && microTimeMs(time) < microTimeMs(before) - allowanceMs;
}

/** Reports whether the holder changes from one client to another without a release. */
export function isTakeOver(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.holderIdentity) && Boolean(old.holderIdentity) && spec.holderIdentity !== old.holderIdentity;
}

/**
 * Reports whether a controller, usually that of kube-apiserver, runs the election. kube-apiserver's
 * controller does not count transitions. In such an election, the leader can remove the strategy,
 * so the strategy before the write also counts.
 */
export function isCoordinated(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.strategy) || Boolean(old.strategy);
}

/** Reports whether the election controller of kube-apiserver chooses the holder of a lease. */
export function electsOldest({ strategy }: Pick<LeaseSpec, "strategy">): boolean {
  return strategy === oldestEmulationVersion;
}

/**
 * Reports whether a holder releases its lease but keeps holderIdentity, as fabric8 (Java) can do.
 */
export function releasesAsHolder(spec: LeaseSpec, old: LeaseSpec): boolean {
  return endsAsReleased(spec) && (old.leaseDurationSeconds ?? 0) > shortestTermSeconds && keepsHolder(spec, old);
}

/**
 * Reports whether a lease has the times and the duration of a release that keeps holderIdentity.
 * Such a release sets acquireTime and renewTime to the same time, and the duration to one second.
 */
export function endsAsReleased({ leaseDurationSeconds, acquireTime, renewTime }: LeaseSpec): boolean {
  return leaseDurationSeconds === shortestTermSeconds && acquireTime !== undefined && acquireTime === renewTime;
}
