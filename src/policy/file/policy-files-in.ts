import { compareTexts } from "../../core/text/compare-texts.ts";
import { isPolicyFileName } from "../../core/text/manifest-name.ts";

/** A name in a directory or in the data of a ConfigMap, and the content with this name. */
type Entry<T> = readonly [name: string, content: T];

/**
 * Returns the entries of a directory, or of the data of a ConfigMap, that are files of a policy.
 * The entries are in the order in which the files form the policy: sorted by name.
 */
export function policyFilesIn<T>(entries: Iterable<Entry<T>>): readonly Entry<T>[] {
  return [...entries].filter(([name]) => isPolicyFileName(name)).sort(([a], [b]) => compareTexts(a, b));
}
