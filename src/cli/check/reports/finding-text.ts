import type { CheckedFinding } from "../../../report/result.ts";

/** The whole message, as the webhook words it: the field, unless the fault is of the whole object, and what is wrong. */
export function findingText({ field, message }: CheckedFinding): string {
  return field === "" ? message : `${field}: ${message}`;
}

/** One line for what was found and is not held against its object. */
export function ignoredText(finding: CheckedFinding): string {
  const { file, line, column, rule } = finding;
  return `${file}:${line}:${column}: ignored ${rule}: ${findingText(finding)} (by lease-guard.dev/ignore)`;
}
