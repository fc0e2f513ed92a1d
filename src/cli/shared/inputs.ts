import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { failed, ok, type Result } from "../../field/result.ts";
import { decodeText, maxInputBytes } from "../../manifest/decode-text.ts";
import type { Problem } from "../../report/result.ts";
import { systemErrorText } from "./errors.ts";
import { findFiles } from "./find-files.ts";

/** One input: what it is called in reports, and what is in it. */
export interface Input {
  readonly file: string;
  readonly text: string;
}

/** An input that could not be read, and why. */
export interface UnreadInput {
  readonly file: string;
  readonly fault: string;
}

/** How the bytes of an input become a string. */
export interface InputFormat {
  readonly maxBytes: number;
  /** The problem of an input with more bytes. */
  readonly tooLarge: string;
  readonly decode: (bytes: Uint8Array) => Result<string, string>;
}

const manifest: InputFormat = {
  maxBytes: maxInputBytes,
  tooLarge: `must not be larger than ${maxInputBytes} bytes: split it`,
  decode: (bytes) => {
    const text = decodeText(bytes);
    return text.includes("\0") ? failed("must be a text, and holds U+0000") : ok(text);
  },
};

/** An unread input as a report tells of it: nothing is known to stand anywhere. */
export function unreadProblem({ file, fault }: UnreadInput): Problem {
  return { file, line: 1, column: 1, message: fault, unread: true };
}

/** From here on V8 must not enlarge its young generation: it would grow by 30 to 90 MB, for documents that are forgotten one by one. */
const largeInputBytes = 4 * 1024 * 1024;

/** Every file that the paths stand for, once and in their order, read when its turn comes. */
export async function* readInputs(paths: readonly string[], format: InputFormat = manifest): AsyncGenerator<Input | UnreadInput, void> {
  const seen = new Set<string>();
  for (const path of paths) {
    for (const found of await findFiles(path)) {
      if (seen.has(found.file)) continue;
      seen.add(found.file);
      yield found.fault === undefined ? await readInput(found.file, format) : { file: found.file, fault: found.fault };
    }
  }
}

/** One file, or standard input. */
export async function readInput(file: string, { maxBytes, tooLarge, decode }: InputFormat = manifest): Promise<Input | UnreadInput> {
  try {
    const bytes = file === "-" ? await readStandardInput(maxBytes) : readFile(file, maxBytes);
    if (bytes === undefined) return { file, fault: tooLarge };
    if (bytes.length > largeInputBytes) process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
    const text = decode(bytes);
    return text.ok ? { file, text: text.value } : { file, fault: text.error };
  } catch (error) {
    return { file, fault: `must be readable: ${systemErrorText(error)}` };
  }
}

/** Not at once, for a device tells no size and need not end. */
function readFile(file: string, maxBytes: number): Uint8Array | undefined {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    return size > maxBytes ? undefined : readDescriptor(descriptor, size, maxBytes);
  } finally {
    closeSync(descriptor);
  }
}

/** Into one byte more than the size that was told, where the end is found without growing. */
function readDescriptor(descriptor: number, size: number, maxBytes: number): Uint8Array | undefined {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += read;
    if (length > maxBytes) return undefined;
    // A device tells 0.
    if (read === 0 || length === size) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length + 65_536, maxBytes + 1));
  }
}

/** As a stream, for whoever started us may have made it non-blocking. */
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
