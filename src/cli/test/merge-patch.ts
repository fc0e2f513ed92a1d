import { isJsonObject } from "../../api/json-object.ts";

/** A value after a JSON merge patch (RFC 7386): objects merge, null removes a field, all else is replaced. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(value) ? value : {}));
  for (const [name, field] of Object.entries(patch)) {
    if (field === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), field));
  }
  // Not an assignment: `__proto__` is a name like any other.
  return Object.fromEntries(merged);
}
