/** What the user must mend: one line on stderr and exit code 2, never a stack. */
export class UsageError extends Error {}

/** A message as one line, whatever the user has typed: what a terminal would obey is blanked. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\p{C}+/gu, " ");
}

/** Why the system did not read or write a file, without the path, which whoever asked knows: `ENOENT: no such file or directory`. */
export function systemErrorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, [a-z]+( '.*')?$/s, "");
}
