/** A list index, a field name, or the key of a map. The key of a map prints in brackets. */
export type PathStep = string | number | { readonly key: string };

/** The steps from the root of an object, as submitted, to one field. */
export type FieldPath = readonly PathStep[];

/**
 * Formats a path as kube-apiserver does, such as `spec.strategy`,
 * `metadata.managedFields[0].manager`, or `metadata.labels[app]`.
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

/** Reports whether a path ends at an item of a list. */
export function isListItem(path: FieldPath): boolean {
  return typeof path.at(-1) === "number";
}

/**
 * The longest text from a request that a response repeats, in UTF-16 units. The limit is four times
 * the length of the longest valid name.
 */
const maxLength = 1024;

/**
 * Truncates a text from a request for the response. kube-apiserver would repeat even 3 MiB of text.
 */
export function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
