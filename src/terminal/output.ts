import { fstatSync, writeSync } from "node:fs";
import { mustBeWritable } from "../core/text/system-error.ts";
import type { Problem, Report, ReportContext } from "../report/report.ts";
import { oneLine, UsageError } from "./errors.ts";
import { packageVersion, rulePage } from "./package.ts";
import { repositoryPaths } from "./repository-paths.ts";

/**
 * The file descriptor of standard output. Commands do not write to the stream `process.stdout`,
 * because a stream does not always wait for a slow reader. Text could then be lost when the process
 * exits.
 */
export const stdout = 1;

export const stderr = 2;

/**
 * Writes the whole text to standard output before the function returns. Ignores the error of a pipe
 * that its reader, such as `head`, has closed. Throws a usage error for any other system error.
 */
export function print(text: string): void {
  try {
    writeText(stdout, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPIPE") throw new UsageError(`standard output ${mustBeWritable(error)}`);
  }
}

/** Writes a message to standard error as one line. */
export function printMessage(message: string): void {
  process.stderr.write(`${oneLine(message)}\n`);
}

/** Writes `error: MESSAGE` to standard error as one line. */
export function printError(message: string): void {
  printMessage(`error: ${message}`);
}

export function printUnread({ file, message }: Problem): void {
  printError(`${file} ${message}`);
}

export type ReportDetail = Partial<Pick<ReportContext, "quiet" | "verbose" | "failingFrom" | "errors">>;

/**
 * Returns the text of a report. Throws a usage error if the text exceeds the maximum length of a
 * string in V8, which is 2^29 - 24 UTF-16 code units.
 */
export function reportText<T>(report: Report<T>, result: T, color: boolean, detail?: ReportDetail): string {
  try {
    return report(result, reportContext(color, detail));
  } catch (error) {
    if (String(error) !== "RangeError: Invalid string length") throw error;
    throw new UsageError("the report must have at most 536 million characters (UTF-16 code units); use fewer files");
  }
}

export function reportContext(
  color: boolean,
  { quiet = false, verbose = false, failingFrom = "error", errors = [] }: ReportDetail = {},
): ReportContext {
  const repositoryPath = repositoryPaths(process.env["GITHUB_WORKSPACE"]);
  return { version: packageVersion(), color, quiet, verbose, failingFrom, errors, rulePage, repositoryPath };
}

/**
 * The number of UTF-16 code units to encode at a time. A report can be 50 MB long, and encoding the
 * whole text at once would need another 50 MB.
 */
const pieceLength = 1024 * 1024;

/** Writes the whole text to an open file before the function returns. */
export function writeText(descriptor: number, text: string): void {
  for (let start = 0; start < text.length; ) {
    const end = start + pieceLength;
    // Half of a surrogate pair cannot be encoded, so a piece never ends inside a pair.
    const wholeEnd = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
    writeBytes(descriptor, Buffer.from(text.slice(start, wholeEnd)));
    start = wholeEnd;
  }
}

/** The wait in milliseconds until the next attempt to write to a full pipe. */
const fullPipeMs = 5;

/**
 * Writes all bytes. Standard error can be the same pipe as standard output, and Node.js makes the
 * pipe non-blocking. The function therefore waits while the pipe is full.
 */
function writeBytes(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fullPipeMs);
    }
  }
}

let chosenColor: boolean | undefined;

/** Sets whether the run prints colors. */
export function chooseColor(color: boolean | undefined): void {
  chosenColor = color;
}

/**
 * Reports whether to print colors to an output. The flags `--color` and `--no-color` decide first,
 * and then the environment variables NO_COLOR and FORCE_COLOR. Without them, only a terminal shows
 * colors, unless TERM is `dumb`.
 */
export function wantsColor(descriptor: number = stdout): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (chosenColor !== undefined) return chosenColor;
  if (NO_COLOR) return false;
  return FORCE_COLOR === undefined ? TERM !== "dumb" && isTerminal(descriptor) : FORCE_COLOR !== "0";
}

/**
 * Reports whether a file descriptor is a terminal. Loads node:tty only for a device, because
 * loading takes milliseconds.
 */
export function isTerminal(descriptor: number): boolean {
  return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor);
}

/**
 * Returns the width of the terminal in columns, or undefined if standard output is not a terminal.
 */
export function terminalColumns(): number | undefined {
  return isTerminal(stdout) ? process.stdout.columns : undefined;
}
