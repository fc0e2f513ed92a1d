import type { Problem } from "./report.ts";
import { sanitize } from "./sanitize.ts";

/** Formats a report as JSON. The schema of the report's kind is in `schemas/report/v1alpha1`. */
export function jsonReport(kind: string, fields: object): string {
  return `${jsonText(reportOfKind(kind, fields))}\n`;
}

/** Returns a report of a kind, which can be an item of another report. */
export function reportOfKind(kind: string, fields: object): object {
  return { apiVersion: "report.lease-guard.dev/v1alpha1", kind, ...fields };
}

/** Returns the fields of a problem that the schema of the report defines, in a fixed order. */
export function jsonProblem({ file, line, column, message }: Problem): Problem {
  return { file, line, column, message };
}

/**
 * Formats a value as JSON with sanitized strings and keys. Does not sanitize a field `markdown`,
 * because its content comes from lease-guard.
 */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(
    value,
    (key, inner: unknown) => {
      if (typeof inner === "string") return key === "markdown" ? inner : sanitize(inner);
      return typeof inner === "object" && inner !== null && !Array.isArray(inner) ? withSafeKeys(inner) : inner;
    },
    indent,
  );
}

/**
 * Matches keys that need no sanitizing. A report can have 100,000 objects, and most of their keys
 * have this form.
 */
const safeKey = /^\w+$/;

/**
 * Sanitizes the keys of an object, such as labels in a policy. If two sanitized keys are equal, the
 * last one counts.
 */
function withSafeKeys(object: object): object {
  if (Object.keys(object).every((key) => safeKey.test(key))) return object;
  return Object.fromEntries(Object.entries(object).map(([key, value]: [string, unknown]) => [sanitize(key), value]));
}
