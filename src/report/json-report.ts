import type { Problem } from "./report.ts";
import { sanitize } from "./sanitize.ts";

/** Formats a report for programs. The schema of its kind is in `schemas/report/v1alpha1`. */
export function jsonReport(kind: string, fields: object): string {
  return `${jsonText({ apiVersion: "report.lease-guard.dev/v1alpha1", kind, ...fields })}\n`;
}

/** Selects the published fields of a problem, in their published order. */
export function jsonProblem({ file, line, column, message }: Problem): Problem {
  return { file, line, column, message };
}

/**
 * Formats a value as JSON with sanitized strings. Does not sanitize keys or Markdown, so both must
 * come from lease-guard.
 */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(
    value,
    (key, inner: unknown) => (typeof inner === "string" && key !== "markdown" ? sanitize(inner) : inner),
    indent,
  );
}
