import { canonicalJson } from "../core/api/canonical-json.ts";
import { learnedMark } from "./evidence.ts";

export const hashForm = "[0-9a-f]{8}";

/** Matches the beginning of the comment of a learned entry. The group is the hash of the entry. */
const markForm = `^ *${learnedMark} (${hashForm}):`;

/**
 * Returns the comment of a learned entry. The comment contains a hash of the entry, so that a later
 * run can detect that a person has changed the entry.
 */
export function markedComment(value: unknown, comment: string): string {
  return ` ${learnedMark} ${hashOf(value)}: ${comment}`;
}

/** Reports whether a comment marks an entry as learned, and the entry has not changed since. */
export function isUnchanged(value: unknown, comment: string | null | undefined): boolean {
  const marks = (comment ?? "").matchAll(new RegExp(markForm, "gm"));
  return [...marks].at(-1)?.[1] === hashOf(value);
}

/** Returns the lines of a comment that a person added to the comment of a learned entry. */
export function ownLines(comment: string | null | undefined): readonly string[] {
  const isMark = new RegExp(markForm);
  return (comment ?? "").split("\n").filter((line) => line !== "" && !isMark.test(line));
}

/** Returns the FNV-1a hash of the code points in a value's canonical JSON, in hexadecimal. */
export function hashOf(value: unknown): string {
  let hash = 0x811c9dc5;
  for (const char of canonicalJson(value)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
