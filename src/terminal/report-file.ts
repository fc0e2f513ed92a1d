import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { mustBeWritable } from "../core/text/system-error.ts";
import { UsageError } from "./errors.ts";
import { writeText } from "./output.ts";
import { isSystemPath, leadsThroughLink } from "./tree.ts";

/**
 * Writes a report to a file. Replaces an older file only when the report is complete. No reader
 * then sees half of a report, and a full disk does not empty the file. Writes directly to a named
 * pipe and to a path below /dev or /proc, which can be a link to a stream.
 *
 * Throws a usage error if the file cannot be written. Also throws a usage error if a path outside
 * /dev and /proc is a link, or leads through a link in the working directory. A link in a checkout
 * could lead to any file of the user.
 */
export function writeReportFile(file: string, text: string): void {
  try {
    // The path of a stream, such as /dev/stdout, is often a link.
    if (isSystemPath(file)) writeAndClose(openSync(file, "w"), text);
    else if (leadsThroughLink(file)) throw new UsageError(linkMessage(file));
    else writeOwnFile(file, text);
  } catch (error) {
    throw writeError(file, error);
  }
}

/**
 * Creates a directory and its parents if they do not exist. Throws a usage error if the directory
 * cannot be created, or if the path leads through a link in the working directory.
 */
export function makeDirectory(directory: string): void {
  try {
    if (!existsSync(directory)) {
      // With the option `recursive`, mkdirSync never returns if the system reports ENOENT for a
      // directory whose parent exists, as in /proc.
      makeDirectory(dirname(directory));
      mkdirSync(directory);
    } else if (leadsThroughLink(join(directory, "file"))) throw new UsageError(linkMessage(directory));
  } catch (error) {
    throw writeError(directory, error);
  }
}

function writeError(path: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new UsageError(code === "ELOOP" ? linkMessage(path) : `${path} ${mustBeWritable(error)}`);
}

function writeOwnFile(file: string, text: string): void {
  const older = lstatSync(file, { throwIfNoEntry: false });
  if (older?.isSymbolicLink()) throw new UsageError(linkMessage(file));
  if (older === undefined || older.isFile()) replaceFile(file, text, older?.mode);
  // Opens a named pipe, and fails for a directory.
  else writeAndClose(openSync(file, "w"), text);
}

/** Replaces a file that has the mode `mode`. If `mode` is undefined, creates the file. */
function replaceFile(file: string, text: string, mode: number | undefined): void {
  if (mode !== undefined) accessSync(file, constants.W_OK);
  const complete = join(dirname(file), `.new-${crypto.randomUUID()}`);
  try {
    writeAndClose(openSync(complete, "wx"), text);
    if (mode !== undefined) chmodSync(complete, mode & 0o777);
    renameSync(complete, file);
  } catch (error) {
    rmSync(complete, { force: true });
    throw error;
  }
}

function writeAndClose(descriptor: number, text: string): void {
  try {
    writeText(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function linkMessage(path: string): string {
  return `${path} must not be a symbolic link, nor be in a linked directory: name the file itself`;
}
