import type { Hub, HubByKind, Kind, Located } from "../../api/coordination.ts";
import { compareMicroTimes } from "../../text/time.ts";
import type { Change } from "../rule.ts";

/** A create or an update of an object whose spec has these fields. */
type SpecWrite<Field extends string, Value> = Exclude<Change<Hub<Readonly<Record<Field, Value>>>>, { readonly operation: "DELETE" }>;

/**
 * Reports whether a write changes a field; absent, null, "" and 0 are the same. A create changes
 * every field that it sets.
 */
export function changesField<Field extends string>(change: SpecWrite<NoInfer<Field>, string | number | undefined>, field: Field): boolean {
  const before = change.operation === "CREATE" ? undefined : change.oldObject.spec[field];
  return (change.object.spec[field] || undefined) !== (before || undefined);
}

/** Does the same for a MicroTime: another form of the same instant is not a change. */
export function changesTime<Field extends string>(change: SpecWrite<NoInfer<Field>, string | undefined>, field: Field): boolean {
  const time = change.object.spec[field];
  const before = change.operation === "CREATE" ? undefined : change.oldObject.spec[field];
  return time === undefined || before === undefined ? time !== before : compareMicroTimes(time, before) !== 0;
}

type SpecValue = string | number | readonly Located<string>[] | undefined;

/** Reports whether a write changes any field of the spec; a create always does. */
export function changesSpec(write: Extract<Change<HubByKind[Kind]>, { readonly object: unknown }>): boolean {
  if (write.operation === "CREATE") return true;
  const before: Readonly<Record<string, SpecValue>> = { ...write.oldObject.spec };
  return Object.entries<SpecValue>({ ...write.object.spec }).some(([name, value]) => !isSame(value, before[name]));
}

/** Compares item by item, because there can be a million strategies. */
function isSame(value: SpecValue, before: SpecValue): boolean {
  if (typeof value !== "object" || typeof before !== "object") return (value || undefined) === (before || undefined);
  return value.length === before.length && value.every((item, index) => item.value === before[index]?.value);
}
