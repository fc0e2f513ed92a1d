import type { Hub, LeaseSpec } from "../../api/coordination.ts";
import { type FieldError, invalid } from "../../field/error.ts";
import type { FieldPath } from "../../field/path.ts";
import { compareMicroTimes, microTimeMs } from "../../text/time.ts";
import type { Change, RuleContext } from "../rule.ts";

/** A write of a spec that has these fields. */
type Written<Field extends string, Value> = Exclude<Change<Hub<Readonly<Record<Field, Value>>>>, { readonly operation: "DELETE" }>;

/** When the term of a lease ends by its holder's clock, in milliseconds since 1970; undefined where nobody holds it or nothing says how long. */
export function termEndMs({ holderIdentity, renewTime, leaseDurationSeconds }: LeaseSpec): number | undefined {
  if (!holderIdentity || renewTime === undefined || leaseDurationSeconds === undefined) return undefined;
  return microTimeMs(renewTime) + leaseDurationSeconds * 1000;
}

/**
 * When the term of a lease ends that is held beyond doubt, else undefined: its term has not ended by any clock within the allowance,
 * and the clock that wrote its renewTime is not known to be wrong. One an hour ahead would otherwise keep an abandoned lease alive for an
 * hour.
 * client-go does not notice a second renewal within one second of renewTime, and counts from the first.
 */
export function heldUntil(spec: LeaseSpec, { now, clockSkewMs }: RuleContext): Date | undefined {
  const end = termEndMs(spec);
  if (end === undefined || spec.renewTime === undefined) return undefined;
  const latest = now.getTime() + clockSkewMs;
  return latest < Math.floor(end / 1000) * 1000 && microTimeMs(spec.renewTime) <= latest ? new Date(end) : undefined;
}

/** True while a lease is held beyond doubt. */
export function isHeld(spec: LeaseSpec, context: RuleContext): boolean {
  return heldUntil(spec, context) !== undefined;
}

/** Says of a time that it lies beyond the clock skew allowance. */
export function futureErrors(field: FieldPath, time: string, { now, clockSkewMs }: RuleContext): readonly FieldError[] {
  if (microTimeMs(time) <= now.getTime() + clockSkewMs) return [];
  return [invalid(field, time, `must not be in the future: it is ${now.toISOString()} here`)];
}

/** kube-apiserver ends a request after 60 s (`--request-timeout`): no write comes later that was sent when it was dated. */
export const maxTransitMs = 60_000;

/** True where the same client, as far as its identity tells, holds the lease before and after. */
export function isRenewal(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.holderIdentity) && spec.holderIdentity === old.holderIdentity;
}

/** True where one client takes the lease over from another, without a release between. */
export function isTakeOver(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.holderIdentity) && Boolean(old.holderIdentity) && spec.holderIdentity !== old.holderIdentity;
}

/** True where the API server's controller runs the election, which counts no transitions; the leader's own writes may drop the strategy. */
export function isCoordinated(spec: LeaseSpec, old: LeaseSpec): boolean {
  return Boolean(spec.strategy) || Boolean(old.strategy);
}

/** True where a write gives the field another value; absent, null, "" and 0 are one. A create gives every field it has. */
export function changesField<Field extends string>(change: Written<NoInfer<Field>, string | number | undefined>, field: Field): boolean {
  const before = change.operation === "CREATE" ? undefined : change.oldObject.spec[field];
  return (change.object.spec[field] || undefined) !== (before || undefined);
}

/** As `changes`, of a MicroTime: another text of the same instant is no change. */
export function changesTime<Field extends string>(change: Written<NoInfer<Field>, string | undefined>, field: Field): boolean {
  const time = change.object.spec[field];
  const before = change.operation === "CREATE" ? undefined : change.oldObject.spec[field];
  return time === undefined || before === undefined ? time !== before : compareMicroTimes(time, before) !== 0;
}
