import { closeSync, constants, openSync } from "node:fs";
import { resolve } from "node:path";
import { mustBeWritable } from "../../text/system-error.ts";
import { UsageError } from "./errors.ts";
import { writeText } from "./output.ts";
import { isSystemPath } from "./system-path.ts";
import { leavesWorkingDirectory } from "./tree.ts";

/**
 * Writes a report to a file. Does not follow links, because a link in a checkout could lead to any
 * file of the user. Throws a usage error if the file cannot be written.
 */
export function writeReportFile(file: string, text: string): void {
  try {
    const descriptor = openForWriting(file);
    try {
      writeText(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(code === "ELOOP" ? linkMessage(file) : `${file} ${mustBeWritable(error)}`);
  }
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;

function openForWriting(file: string): number {
  // The path of a stream, such as /dev/stdout, is often a link.
  if (isSystemPath(resolve(file))) return openSync(file, "w");
  if (leavesWorkingDirectory(file)) throw new UsageError(linkMessage(file));
  // Windows has no O_NOFOLLOW. The operator `|` treats undefined as 0.
  return openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666);
}

function linkMessage(file: string): string {
  return `${file} must not be a symbolic link, nor be in a linked directory: name the file itself`;
}
