import { closestName } from "../../text/closest-name.ts";

/** Commands and flags of similar programs, and their names in this program. */
const usualNames: Readonly<Record<string, string>> = {
  lint: "check",
  validate: "check",
  verify: "check",
  "--format": "--output",
};

/**
 * Returns the command or flag that the user of an unknown name probably means. If similar programs
 * have a command or flag with this name, returns the equivalent of this program if it is in
 * `names`. Otherwise, returns the most similar name in `names`, or undefined if none is similar.
 */
export function meantName(unknown: string, names: readonly string[]): string | undefined {
  const usual = Object.hasOwn(usualNames, unknown) ? usualNames[unknown] : undefined;
  return usual !== undefined && names.includes(usual) ? usual : closestName(unknown, names);
}

/** Returns the suggestion at the end of an error message, or "" if `meant` is undefined. */
export function suggestion(meant: string | undefined): string {
  return meant === undefined ? "" : ` (Did you mean ${meant}?)`;
}
