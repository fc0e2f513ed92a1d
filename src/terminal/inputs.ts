import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { failed, ok, type Result, tryOrUndefined } from "../core/field/result.ts";
import { notRegular, readRegularFile } from "../core/files/read-regular-file.ts";
import { mustNotBeLarger } from "../core/text/byte-length.ts";
import { decodeText } from "../core/text/decode-text.ts";
import { mustBeReadable } from "../core/text/system-error.ts";
import type { Problem } from "../report/report.ts";
import { type FoundFile, findFiles, type IsExcluded, type SkipLink, skipWithWarning, unread } from "./find-files.ts";
import { limitYoungGeneration } from "./limit-young-generation.ts";

/**
 * Maximum size of an input: 64 MiB. The bytes of the input take 64 MiB, and the decoded string
 * takes up to 128 MiB. The whole process must use at most 300 MB, so the reader parses one document
 * at a time.
 */
export const maxInputBytes: number = 64 * 2 ** 20;

export interface Input extends Pick<FoundFile, "file" | "found"> {
  readonly text: string;
}

export interface InputFormat {
  readonly maxBytes: number;
  /** The action that the error recommends if an input is larger than `maxBytes`. */
  readonly remedy?: string;
  readonly decode: (bytes: Uint8Array) => Result<string, string>;
}

const manifest: InputFormat = {
  maxBytes: maxInputBytes,
  remedy: "split it",
  decode: (bytes) => {
    const text = decodeText(bytes);
    return text.includes("\0") ? failed("must be text, and contains U+0000") : ok(text);
  },
};

/** For an input of more than this number of bytes, lease-guard limits V8's young generation. */
const largeInputBytes = 4 * 1024 * 1024;

/**
 * Reads every file of the paths once, in order, even if links or several paths lead to the file.
 * Reads each file only when the caller requests the next input. Yields a problem for each path or
 * file that cannot be read.
 */
export async function* readInputs(
  paths: readonly string[],
  format: InputFormat = manifest,
  isExcluded?: IsExcluded,
  skipLink: SkipLink = skipWithWarning,
): AsyncGenerator<Result<Input, Problem>, void> {
  const seen = new Set<string>();
  for (const path of paths) {
    for (const found of await findFiles(path, isExcluded, skipLink)) {
      const file = found.ok ? found.value.real : found.error.file;
      if (seen.has(file)) continue;
      seen.add(file);
      yield found.ok ? await readInput(found.value, format) : found;
    }
  }
}

/** Reads one file, or standard input for `-`. */
async function readInput(
  { file, found }: Pick<FoundFile, "file" | "found">,
  { maxBytes, remedy, decode }: InputFormat = manifest,
): Promise<Result<Input, Problem>> {
  try {
    const bytes = file === "-" ? await readStandardInput(maxBytes) : readFile(file, maxBytes);
    if (bytes === undefined)
      return unread(file, `${mustNotBeLarger(maxBytes)}${remedy === undefined ? "" : `: ${remedy}`}`);
    if (bytes.length > largeInputBytes) limitYoungGeneration();
    const text = decode(bytes);
    return text.ok ? ok({ file, text: text.value, ...(found && { found }) }) : unread(file, text.error);
  } catch (error) {
    return unread(file, mustBeReadable(error));
  }
}

/**
 * Reads the text of one input. The error starts with "must", because messages put the name of the
 * input before the error.
 */
export async function readInputText(file: string, format: InputFormat = manifest): Promise<Result<string, string>> {
  const input = await readInput({ file }, format);
  return input.ok ? ok(input.value.text) : failed(input.error.message);
}

/**
 * Reads the text of a file that another file names, or that lease-guard finds by its name. Fails
 * for a pipe or a device: only the command line can name a pipe, because reading a pipe can wait
 * forever. The error starts with "must".
 */
export async function readRegularInputText(
  file: string,
  { maxBytes, decode }: InputFormat = manifest,
): Promise<Result<string, string>> {
  const bytes = await readRegularFile(file, maxBytes);
  return bytes.ok ? decode(bytes.value) : bytes;
}

/** Returns the message that a path must be a regular file, if it is a pipe or a device. */
export function notRegularInput(path: string): string | undefined {
  return tryOrUndefined(() => notRegular(path));
}

/**
 * Reads a file in pieces, because a device reports no size and can be endless. Returns undefined if
 * the file has more than `maxBytes` bytes.
 */
function readFile(file: string, maxBytes: number): Uint8Array | undefined {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    return size > maxBytes ? undefined : readDescriptor(descriptor, size, maxBytes);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads the bytes of an open file. Returns undefined if the file has more than `maxBytes` bytes.
 * The buffer has one byte more than the reported size, so a read detects a file that has become
 * longer.
 */
function readDescriptor(descriptor: number, size: number, maxBytes: number): Uint8Array | undefined {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += read;
    if (length > maxBytes) return undefined;
    // A device reports a size of 0, so only an empty read shows its end.
    if (read === 0 || length === size) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length + 65_536, maxBytes + 1));
  }
}

/**
 * Reads standard input as a stream. If the parent process has made standard input non-blocking, a
 * synchronous read can fail. Returns undefined if there are more than `maxBytes` bytes.
 */
async function readStandardInput(maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
