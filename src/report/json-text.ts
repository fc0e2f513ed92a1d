import { sanitize } from "./sanitize.ts";

/** A value as JSON of two spaces' indent; every string in it is neutralised but Markdown. Its keys and its Markdown must be ours. */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(
    value,
    (key, inner: unknown) => (typeof inner === "string" && key !== "markdown" ? sanitize(inner) : inner),
    indent,
  );
}
