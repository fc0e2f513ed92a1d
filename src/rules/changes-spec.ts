import type { Kind, Kinds } from "../api/coordination.ts";
import type { Change } from "./rule.ts";

/** True when a write brings another spec than there was, as a create always does; an empty text is as good as none. */
export function changesSpec(write: Extract<Change<Kinds[Kind]>, { readonly object: unknown }>): boolean {
  return write.operation === "CREATE" || specText(write.object) !== specText(write.oldObject);
}

/** Equal for equal specs: the hub's fields have one order. */
function specText({ spec }: Kinds[Kind]): string {
  return JSON.stringify(spec, (_key, value: unknown) => (value === "" ? undefined : value));
}
