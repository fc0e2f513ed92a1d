/** An error that the user can fix: one line on standard error and exit code 2, without a stack. */
export class UsageError extends Error {}

/** A message as one line, with control characters replaced by spaces. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\p{C}+/gu, " ");
}
