import { isSystemError, mustBeReadable } from "../core/text/system-error.ts";
import { sanitize } from "../report/sanitize.ts";

/**
 * An error that the user can fix. The program prints one line on standard error, without a stack,
 * and exits with 2.
 */
export class UsageError extends Error {}

/** Converts an error of the operating system about reading a file to a usage error. */
export function readError(file: string, error: unknown): unknown {
  return isSystemError(error) ? new UsageError(`${file} ${mustBeReadable(error)}`) : error;
}

/** Converts the error of Node.js for a deleted working directory to a usage error. */
export function usageError(error: unknown): unknown {
  const isDeleted = isSystemError(error) && error.syscall === "uv_cwd";
  return isDeleted ? readError("the working directory", error) : error;
}

/**
 * Returns a message as one line. Replaces each sequence of control characters and other unprintable
 * characters with a space, and escapes commands to CI runners. A message can contain such
 * characters, because it can quote a file name from a repository.
 */
export function oneLine(text: string): string {
  return sanitize(text.trim().replaceAll(/\p{C}+/gu, " "));
}
