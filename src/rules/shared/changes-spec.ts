import type { HubByKind, Kind, Located } from "../../api/coordination.ts";
import type { Change } from "../rule.ts";

type SpecValue = string | number | readonly Located<string>[] | undefined;

/** True when a write brings another spec than there was, as a create always does; an empty text is as good as none. */
export function changesSpec(write: Extract<Change<HubByKind[Kind]>, { readonly object: unknown }>): boolean {
  if (write.operation === "CREATE") return true;
  const before: Readonly<Record<string, SpecValue>> = { ...write.oldObject.spec };
  return Object.entries<SpecValue>({ ...write.object.spec }).some(([name, value]) => !isSame(value, before[name]));
}

/** Item by item, for there may be a million strategies. */
function isSame(value: SpecValue, before: SpecValue): boolean {
  if (typeof value !== "object" || typeof before !== "object") return (value || undefined) === (before || undefined);
  return value.length === before.length && value.every((item, index) => item.value === before[index]?.value);
}
