import { manifestObjects } from "../../manifest/objects.ts";
import type { Input } from "../shared/inputs.ts";

/**
 * Matches a text that can contain a Lease or a LeaseCandidate. Such a text contains the API group
 * or, if the API version is missing, the kind.
 */
const leaseText = /coordination\.k8s\.io|kind["']?\s*:\s*["']?lease/i;

/** The effect of a document that cannot be read. */
export type Unreadable = "problem" | "template" | "skipped";

/**
 * Returns how `check` treats a document that cannot be read. A file with `{{` is a template, for
 * example of Helm or Ansible.
 *
 * `check` skips a file that it found in a directory or by a pattern, if the file cannot contain a
 * Lease. Such a file is usually for another program. Any other document is a problem.
 */
export function unreadable({ file, text, found }: Input): Unreadable {
  if (file !== "-" && text.includes("{{")) return "template";
  return found && !leaseText.test(text) ? "skipped" : "problem";
}

/**
 * Reports whether a document that is not an object is a problem. In a directory, such a document is
 * usually for another program. The document is a problem if the user names the file, or if the
 * document is a list with a Lease or a LeaseCandidate.
 */
export function mustBeObject({ found }: Input, value: unknown): boolean {
  return !found || (Array.isArray(value) && value.some((item) => manifestObjects(item).objects.length > 0));
}
