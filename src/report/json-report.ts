import type { Problem } from "./report.ts";
import { sanitize } from "./sanitize.ts";

/** A report for programs; the schema of its kind is in `schemas/report/v1alpha1`. */
export function jsonReport(kind: string, fields: object): string {
  return `${jsonText({ apiVersion: "report.lease-guard.dev/v1alpha1", kind, ...fields })}\n`;
}

/** The fields of a problem that are published, in their published order. */
export function jsonProblem({ file, line, column, message }: Problem): Problem {
  return { file, line, column, message };
}

/**
 * A value as JSON with sanitized strings, except Markdown; keys and Markdown must be lease-guard's.
 */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(
    value,
    (key, inner: unknown) => (typeof inner === "string" && key !== "markdown" ? sanitize(inner) : inner),
    indent,
  );
}
