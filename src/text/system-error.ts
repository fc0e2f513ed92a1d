/** Returns that a file must be readable, and why the system could not read it. */
export function mustBeReadable(error: unknown): string {
  return `must be readable: ${systemErrorText(error)}`;
}

/** Returns that a file must be writable, and why the system could not write it. */
export function mustBeWritable(error: unknown): string {
  return `must be writable: ${systemErrorText(error)}`;
}

/**
 * Returns why the system could not read or write a file, without the path, such as `ENOENT: no such
 * file or directory`.
 */
export function systemErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, syscall } = error as NodeJS.ErrnoException;
  const end = syscall === undefined ? -1 : message.indexOf(`, ${syscall}`);
  return end === -1 ? message : message.slice(0, end);
}
