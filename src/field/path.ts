/** A list index, a field name, or the key of a map (which prints in brackets). */
export type PathStep = string | number | { readonly key: string };

/** The steps from the root of an object, as submitted, to one field. */
export type FieldPath = readonly PathStep[];

/**
 * Formats a path as kube-apiserver does: `spec.strategy`, `metadata.managedFields[0].manager`,
 * `metadata.labels[app]`.
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

/** True if the path ends at an item of a list. */
export function isListItem(path: FieldPath): boolean {
  return typeof path.at(-1) === "number";
}

/**
 * The longest text of a submission that a response repeats, in UTF-16 units: four times the longest
 * legal name.
 */
const maxLength = 1024;

/** Truncates a text of a submission for a response; kube-apiserver would repeat 3 MiB of it. */
export function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
