import { fieldMessage, type ShownError } from "../field/error.ts";

/**
 * Returns the origin, the field, and the message of a finding. The origin is the id of a rule or of
 * a check, or another origin of findings.
 */
export function findingText(finding: ShownError & { readonly origin: string }): string {
  return `${finding.origin}: ${fieldMessage(finding)}`;
}
