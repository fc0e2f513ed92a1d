import { closestName } from "../core/text/closest-name.ts";

const usualNames: Readonly<Record<string, string>> = {
  lint: "check",
  validate: "check",
  verify: "check",
  "--format": "--output",
  "--watch": "--for",
};

/**
 * Returns the name that the user of an unknown command or flag probably means: the equivalent of a
 * name in similar programs, or else the most similar name.
 */
export function meantName(unknown: string, names: readonly string[]): string | undefined {
  const usual = Object.hasOwn(usualNames, unknown) ? usualNames[unknown] : undefined;
  return usual !== undefined && names.includes(usual) ? usual : closestName(unknown, names);
}

/** Returns the suggestion at the end of an error message, or "" if `meant` is undefined. */
export function suggestion(meant: string | undefined): string {
  return meant === undefined ? "" : ` (Did you mean ${meant}?)`;
}
