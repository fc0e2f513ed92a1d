import { sanitize } from "../../report/sanitize.ts";

/**
 * An error that the user can fix. The program prints one line on standard error, without a stack,
 * and exits with 2.
 */
export class UsageError extends Error {}

/**
 * Returns a message as one line. Replaces control characters with spaces, and escapes commands to
 * CI runners. A message can contain such characters, because it can quote a file name from a
 * repository.
 */
export function oneLine(text: string): string {
  return sanitize(text.trim().replaceAll(/\p{C}+/gu, " "));
}
