import { closeSync, constants, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { mustBeWritable } from "../../text/system-error.ts";
import { UsageError } from "./errors.ts";
import { writeText } from "./output.ts";
import { isSystemPath } from "./system-path.ts";
import { leavesWorkingDirectory } from "./tree.ts";

/**
 * Writes a report to a file. Does not follow links, because a link in a checkout could lead to any
 * file of the user. Links below /dev and /proc are followed, because they can lead to a stream.
 * Throws a usage error if the file cannot be written.
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
    throw writeError(file, error);
  }
}

/**
 * Creates a directory and its parents if they do not exist. Like `writeReportFile`, does not follow
 * links in the working directory. Throws a usage error if the directory cannot be created.
 */
export function makeDirectory(directory: string): void {
  try {
    if (!existsSync(directory)) {
      // With the option `recursive`, mkdirSync never returns if the system reports ENOENT for a
      // directory whose parent exists, as in /proc.
      makeDirectory(dirname(directory));
      mkdirSync(directory);
    } else if (leavesWorkingDirectory(join(directory, "file"))) throw new UsageError(linkMessage(directory));
  } catch (error) {
    throw writeError(directory, error);
  }
}

function writeError(path: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new UsageError(code === "ELOOP" ? linkMessage(path) : `${path} ${mustBeWritable(error)}`);
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;

function openForWriting(file: string): number {
  // The path of a stream, such as /dev/stdout, is often a link.
  if (isSystemPath(resolve(file))) return openSync(file, "w");
  if (leavesWorkingDirectory(file)) throw new UsageError(linkMessage(file));
  // Windows has no O_NOFOLLOW. The operator `|` treats undefined as 0.
  return openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666);
}

function linkMessage(path: string): string {
  return `${path} must not be a symbolic link, nor be in a linked directory: name the file itself`;
}
