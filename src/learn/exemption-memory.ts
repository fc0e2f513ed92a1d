import { hashForm, hashOf } from "./entry-mark.ts";
import type { LearnedExemption } from "./learned-entry.ts";

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
