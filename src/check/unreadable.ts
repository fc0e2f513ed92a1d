import { manifestObjects } from "../core/api/listed-objects.ts";
import { mayContainLease } from "../engine/validate/type-findings.ts";
import type { Input } from "../terminal/inputs.ts";

export type Unreadable = "problem" | "template" | "skipped";

/**
 * A file with `{{` is a template, for example of Helm or Ansible. A file that `check` found itself,
 * and that cannot contain a Lease, is usually for another program.
 */
export function unreadable({ file, text, found }: Input): Unreadable {
  if (file !== "-" && text.includes("{{")) return "template";
  return found && !mayContainLease(text) ? "skipped" : "problem";
}

/**
 * Reports whether a document that is not an object is a problem. If the user names the file itself,
 * or if the document is a list with a Lease or a LeaseCandidate, the document is a problem. Any
 * other document is probably for another program.
 */
export function isNotForOthers({ found }: Input, value: unknown): boolean {
  return !found || (Array.isArray(value) && value.some((item) => manifestObjects(item).objects.length > 0));
}
