/** A list index, a field name, or the key of a map (which prints in brackets). */
export type PathStep = string | number | { readonly key: string };

/** The way from an object's root to one field, as submitted. */
export type FieldPath = readonly PathStep[];

/** Prints a path as kube-apiserver does: `spec.strategy`, `metadata.managedFields[0].manager`, `metadata.labels[app]`. */
export function formatPath(path: FieldPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (typeof step === "object") text += `[${shorten(step.key)}]`;
    else text += text === "" ? shorten(step) : `.${shorten(step)}`;
  }
  return text;
}

/** True when the path names an item of a list rather than a field of its own. */
export function isListItem(path: FieldPath): boolean {
  return typeof path.at(-1) === "number";
}

/** Longest text of a submission that an answer repeats, in UTF-16 units: four times the longest legal name. */
const maxLength = 1024;

/** The text, or as much of it as an answer has room for: kube-apiserver would repeat 3 MiB of it. */
export function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
