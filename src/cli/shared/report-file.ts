import { randomUUID } from "node:crypto";
import { accessSync, chmodSync, closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { mustBeWritable } from "../../text/system-error.ts";
import { UsageError } from "./errors.ts";
import { writeText } from "./output.ts";
import { isSystemPath } from "./system-path.ts";
import { leavesWorkingDirectory } from "./tree.ts";

/**
 * Writes a report to a file. Replaces an older file only when the report is complete, so that no
 * reader sees half of a report, and a full disk does not empty the file. Does not follow links,
 * because a link in a checkout could lead to any file of the user. Links below /dev and /proc are
 * followed, because they can lead to a stream. Throws a usage error if the file cannot be written.
 */
export function writeReportFile(file: string, text: string): void {
  try {
    // The path of a stream, such as /dev/stdout, is often a link.
    if (isSystemPath(resolve(file))) writeAndClose(openSync(file, "w"), text);
    else if (leavesWorkingDirectory(file)) throw new UsageError(linkMessage(file));
    else writeOwnFile(file, text);
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

function writeOwnFile(file: string, text: string): void {
  const older = lstatSync(file, { throwIfNoEntry: false });
  if (older?.isSymbolicLink()) throw new UsageError(linkMessage(file));
  if (older === undefined || older.isFile()) replaceFile(file, text, older?.mode);
  // Opens a named pipe, and fails for a directory.
  else writeAndClose(openSync(file, "w"), text);
}

/** Replaces a file, or creates it if `mode`, which is the mode of the older file, is undefined. */
function replaceFile(file: string, text: string, mode: number | undefined): void {
  if (mode !== undefined) accessSync(file, constants.W_OK);
  const complete = join(dirname(file), `.new-${randomUUID()}`);
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
