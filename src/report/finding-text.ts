import type { CheckedFinding } from "./result.ts";

/** The whole message, as the webhook words it: the field, unless the fault is of the whole object, and what is wrong. */
export function findingText({ field, message }: CheckedFinding): string {
  return field === "" ? message : `${field}: ${message}`;
}
