import { isJsonObject } from "../../api/json-object.ts";

/**
 * Applies a JSON merge patch (RFC 7386). In a patch, an object changes the fields of an object, and
 * null removes a field. Any other value replaces the previous value.
 */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(value) ? value : {}));
  for (const [name, field] of Object.entries(patch)) {
    if (field === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), field));
  }
  // A Map is necessary, because an assignment to the name `__proto__` would set the prototype.
  return Object.fromEntries(merged);
}
