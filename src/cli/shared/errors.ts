import { sanitize } from "../../report/sanitize.ts";

/**
 * An error that the user can fix. The program prints one line on standard error, without a stack,
 * and exits with 2.
 */
export class UsageError extends Error {}

/**
 * Returns a message as one line, with spaces instead of control characters and without commands to
 * CI runners. A message can quote the name of a file in a repository.
 */
export function oneLine(text: string): string {
  return sanitize(text.trim().replaceAll(/\p{C}+/gu, " "));
}
