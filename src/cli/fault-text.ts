/** Why the system did not read or write a file, without the path that the reader knows: `no such file or directory`. */
export function faultText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message.replace(/^[A-Z0-9_]+: /, "").replace(/, \w+( '.*')?$/s, "") || String(code);
}
