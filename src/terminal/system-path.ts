import { resolve } from "node:path";

/**
 * Reports whether a path is below /dev or /proc. Such a file can be a stream, such as the
 * link /dev/stdout, or /dev/fd/63 for a process substitution in a shell.
 */
export function isSystemPath(path: string): boolean {
  return /^\/(?:dev|proc)\//.test(resolve(path));
}
