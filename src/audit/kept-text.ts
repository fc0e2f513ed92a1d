import { shorten } from "../core/field/path.ts";
import { copyText } from "../core/text/copy-text.ts";

/**
 * The maximum length of a string in the facts, about twice the length of the longest usual holder.
 */
const maxLength = 600;

/** Returns a string for the facts. Shortens and copies a string that is longer than usual. */
export function keptText(text: string): string {
  return text.length <= maxLength ? text : copyText(shorten(text, maxLength));
}

/** The strings that many objects have in common, such as the names of managers. */
const shared = new Map<string, string>();

const [maxShared, maxSharedLength] = [1000, 300];

/**
 * Returns one string for all equal strings. The result is a copy, because a message can contain
 * parts of long strings.
 */
export function sharedText(text: string): string {
  const known = shared.get(text);
  if (known !== undefined) return known;
  const copy = copyText(text);
  if (copy.length <= maxSharedLength && shared.size < maxShared) shared.set(copy, copy);
  return copy;
}
