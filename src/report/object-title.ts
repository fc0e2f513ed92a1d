import { fieldMessage, type ShownError } from "../core/field/error.ts";
import type { ObjectReference } from "../core/field/object-reference.ts";
import { shorten } from "../core/field/path.ts";
import { maxSubdomainBytes } from "../core/text/names.ts";

/**
 * Returns a title such as `Lease team-a/controller`. An absent name becomes `(unnamed)`, and an
 * absent kind becomes `(no kind)`.
 */
export function objectTitle({ kind, namespace, name }: ObjectReference): string {
  const shown = name === "" ? "(unnamed)" : shortName(name);
  return `${kind === "" ? "(no kind)" : shortName(kind)} ${namespace === "" ? shown : `${shortName(namespace)}/${shown}`}`;
}

/** Truncates a name that is longer than every valid name. */
function shortName(name: string): string {
  return shorten(name, maxSubdomainBytes);
}

/** Returns the origin, the field, and the message of a finding. */
export function findingText(finding: ShownError & { readonly origin: string }): string {
  return `${finding.origin}: ${fieldMessage(finding)}`;
}
