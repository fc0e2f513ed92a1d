import { canonicalJson } from "../core/api/json-object.ts";
import { learnedMark } from "./evidence.ts";
import type { LearnedExemption } from "./learned-entry.ts";

const hashForm = "[0-9a-f]{8}";

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
function hashOf(value: unknown): string {
  let hash = 0x811c9dc5;
  for (const char of canonicalJson(value)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

/** The beginning of the line that lists learned exemptions, also those that a person removed. */
export const memoryTitle = "Learned exemptions";

/**
 * Returns the line that lists learned exemptions by the hashes of their writers, or no line if the
 * list is empty.
 */
export function memoryLines(hashes: readonly string[]): readonly string[] {
  if (hashes.length === 0) return [];
  return ["", `${memoryTitle}, so that learn adds none of them again after you remove it: ${hashes.join(" ")}`];
}

/** Returns the hashes that the comment at the end of a policy lists. */
export function rememberedIn(comment: string | null | undefined): readonly string[] {
  const line = (comment ?? "").split("\n").find((each) => each.startsWith(` ${memoryTitle}, `));
  return line?.match(new RegExp(`\\b${hashForm}\\b`, "g")) ?? [];
}

/**
 * Returns the hash of the namespaces and users of an exemption. A later recording can show other
 * objects and other rules of the same writer, so they have no effect.
 */
export function writerHash({ match: { namespaces, users } }: Pick<LearnedExemption, "match">): string {
  return hashOf([namespaces, users]);
}
