import type { Hub, HubByKind, Kind, Located } from "../../core/api/coordination.ts";
import { compareMicroTimes } from "../../core/text/time.ts";
import type { Change } from "../rule.ts";

type SpecWrite<Field extends string, Value> = Exclude<
  Change<Hub<Readonly<Record<Field, Value>>>>,
  { readonly operation: "DELETE" }
>;

/**
 * Reports whether a write changes a field. Absent, null, "", and 0 are the same value. A create
 * changes every field that it sets.
 */
export function changesField<Field extends string>(
  change: SpecWrite<NoInfer<Field>, string | number | undefined>,
  field: Field,
): boolean {
  const before = change.operation === "CREATE" ? undefined : change.oldObject.spec[field];
  return !isSameValue(change.object.spec[field], before);
}

/**
 * Reports whether a write changes a MicroTime. The same instant in another form is not a change.
 */
export function changesTime<Field extends string>(
  change: SpecWrite<NoInfer<Field>, string | undefined>,
  field: Field,
): boolean {
  const time = change.object.spec[field];
  const before = change.operation === "CREATE" ? undefined : change.oldObject.spec[field];
  return !isSameTime(time, before);
}

/** A create or an update of an object with the given metadata, as far as `isRenewal` reads it. */
export type RenewableWrite<Metadata> = Exclude<
  Change<{ readonly metadata: Metadata; readonly spec: { readonly renewTime: string | undefined } }>,
  { readonly operation: "DELETE" }
>;

/**
 * Reports whether a write is an update that changes renewTime: a renewal, an acquisition, or a
 * release.
 */
export function isRenewal(change: RenewableWrite<unknown>): boolean {
  return change.operation === "UPDATE" && !isSameTime(change.object.spec.renewTime, change.oldObject.spec.renewTime);
}

/** Reports whether two MicroTimes are the same instant, or both are absent. */
export function isSameTime(time: string | undefined, before: string | undefined): boolean {
  return time === undefined || before === undefined ? time === before : compareMicroTimes(time, before) === 0;
}

type SpecValue = string | number | readonly Located<string>[] | undefined;

/** Reports whether a write changes any field of the spec. A create always changes the spec. */
export function changesSpec(write: Extract<Change<HubByKind[Kind]>, { readonly object: unknown }>): boolean {
  if (write.operation === "CREATE") return true;
  const before: Readonly<Record<string, SpecValue>> = { ...write.oldObject.spec };
  return Object.entries<SpecValue>({ ...write.object.spec }).some(([name, value]) => !isSameValue(value, before[name]));
}

/**
 * Reports whether two values are the same. Absent, "", and 0 are the same value. Compares the
 * strategies in two lists item by item without a copy, because a list can contain a million
 * strategies.
 */
export function isSameValue(value: SpecValue, before: SpecValue): boolean {
  if (typeof value !== "object" || typeof before !== "object") return (value || undefined) === (before || undefined);
  return value.length === before.length && value.every((item, index) => item.value === before[index]?.value);
}
