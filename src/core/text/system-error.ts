export function mustBeReadable(error: unknown): string {
  return `must be readable: ${systemErrorText(error)}`;
}

export function mustBeWritable(error: unknown): string {
  return `must be writable: ${systemErrorText(error)}`;
}

/** Returns the message of an error. JavaScript code can throw any value as an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

/**
 * Returns the reason why the operating system could not read or write a file, such as `ENOENT: no
 * such file or directory`. Omits the path.
 */
export function systemErrorText(error: unknown): string {
  const message = errorMessage(error);
  const end = isSystemError(error) ? message.indexOf(`, ${error.syscall}`) : -1;
  return end === -1 ? message : message.slice(0, end);
}
