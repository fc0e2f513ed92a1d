import { readFileSync, statSync } from "node:fs";
import { decodeText } from "../manifest/decode-text.ts";
import { faultText } from "./fault-text.ts";
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

/** Largest input, in bytes: five times the node leases of the largest cluster that Kubernetes supports, with their managedFields. */
export const maxInputBytes: number = 32 * 1024 * 1024;

/** Every file that the paths stand for, once and in their order, read when its turn comes. */
export async function* readInputs(paths: readonly string[]): AsyncGenerator<Input | UnreadInput, void> {
  const seen = new Set<string>();
  for (const path of paths) {
    for (const found of await findFiles(path)) {
      if (seen.has(found.file)) continue;
      seen.add(found.file);
      yield found.fault === undefined ? await readInput(found.file) : { file: found.file, fault: found.fault };
    }
  }
}

async function readInput(file: string): Promise<Input | UnreadInput> {
  try {
    const bytes = file === "-" ? await readStandardInput() : readFile(file);
    if (bytes === undefined) return { file, fault: `must not be larger than ${maxInputBytes} bytes: split it` };
    return { file, text: decodeText(bytes) };
  } catch (error) {
    return { file, fault: `must be readable: ${faultText(error)}` };
  }
}

function readFile(file: string): Uint8Array | undefined {
  if (statSync(file).size > maxInputBytes) return undefined;
  const bytes = readFileSync(file);
  return bytes.length > maxInputBytes ? undefined : bytes;
}

/** As a stream, for whoever started us may have made it non-blocking. */
async function readStandardInput(): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxInputBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
