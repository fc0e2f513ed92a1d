import { manifestObjects } from "../../api/listed-objects.ts";
import { mayContainLease } from "../../validate/type-findings.ts";
import type { Input } from "../shared/inputs.ts";

/** The treatment of a document that cannot be read. */
export type Unreadable = "problem" | "template" | "skipped";

/**
 * Returns the way in which `check` treats a document that cannot be read. A file with `{{` is a
 * template, for example of Helm or Ansible. Standard input never counts as a template.
 *
 * If `check` found the file in a directory or by a pattern, and the file cannot contain a Lease,
 * `check` skips the document. Such a file is usually for another program. Any other document is a
 * problem.
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
