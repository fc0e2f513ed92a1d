/** A list index, a field name, or the key of a map. Messages print the key of a map in brackets. */
export type PathStep = string | number | { readonly key: string };

/** The steps from the root of a submitted object to one field. */
export type FieldPath = readonly PathStep[];

/**
 * Formats a path as kube-apiserver does, such as `spec.strategy`,
 * `metadata.managedFields[0].manager`, or `metadata.labels[app]`. Truncates long names and keys.
 */
export function formatPath(path: FieldPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (typeof step === "object") text += `[${shorten(step.key)}]`;
    else text += text === "" ? shorten(step) : `.${shorten(step)}`;
  }
  return text;
}

/**
 * Reports whether two paths have the same steps. Compares the last steps first, because the paths
 * of two items of a list have the same first steps.
 */
export function isSamePath(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && a.every((_, index) => isSameStep(a.at(-1 - index), b.at(-1 - index)));
}

function isSameStep(a: PathStep | undefined, b: PathStep | undefined): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" && a.key === b.key);
}

export function isListItem(path: FieldPath): boolean {
  return typeof path.at(-1) === "number";
}

/**
 * The maximum length of a string that a response repeats from a request, in UTF-16 code units. The
 * limit is about four times the length of the longest valid name, which is 253. Without the limit,
 * a response could repeat 3 MiB of the request.
 */
const maxRepeated = 1024;

/**
 * Truncates a string to `maxLength` UTF-16 code units, and adds `…` to a truncated string. Half of
 * a surrogate pair at the cut becomes U+FFFD.
 */
export function shorten(text: string, maxLength: number = maxRepeated): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}
