import { isJsonObject } from "../../api/json-object.ts";

/**
 * Applies a JSON merge patch (RFC 7386). Objects merge, null removes a field, and other values
 * replace.
 */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(value) ? value : {}));
  for (const [name, field] of Object.entries(patch)) {
    if (field === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), field));
  }
  // An assignment would treat the name `__proto__` differently.
  return Object.fromEntries(merged);
}
