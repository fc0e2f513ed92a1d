import { neutralize } from "./neutralize.ts";

/** A value as JSON of two spaces' indent; every string in it is neutralised. Its keys must be ours. */
export function neutralJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "string" ? neutralize(inner) : inner), indent);
}
