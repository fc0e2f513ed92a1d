/** Why the system did not read or write a file, without the path, which whoever asked knows: `ENOENT: no such file or directory`. */
export function faultText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, [a-z]+( '.*')?$/s, "");
}
