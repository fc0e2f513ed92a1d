import { fieldMessage, type ShownError } from "../core/field/error.ts";

/** Returns the origin, the field, and the message of a finding. */
export function findingText(finding: ShownError & { readonly origin: string }): string {
  return `${finding.origin}: ${fieldMessage(finding)}`;
}
