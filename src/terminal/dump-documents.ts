import { valuesIn } from "../core/api/listed-objects.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { carriageReturn, newline, openBrace, space, tab } from "../core/text/character-codes.ts";
import { decodeText } from "../core/text/decode-text.ts";
import { placeText } from "../core/text/position.ts";
import type { DocumentProblem } from "../manifest/document.ts";
import { type DumpList, type DumpValue, type JsonDump, jsonDump } from "../manifest/json-dump.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { UsageError } from "./errors.ts";
import { findFiles, nothingExcluded, skipWithWarning } from "./find-files.ts";
import { maxInputBytes } from "./inputs.ts";
import { openReread, type RereadInput } from "./reread-input.ts";

/**
 * The maximum size of JSON with the objects of a cluster, which is enough for 100,000 Leases with
 * their managedFields.
 */
const maxDumpBytes = 256 * 2 ** 20;

/** A smaller input can be YAML that begins with a brace. */
const maxFlowBytes = 2 * 2 ** 20;

/** A file that `kubectl get` printed. Its values can be read several times. */
export interface DumpFile {
  readonly file: string;
  /**
   * Yields the values in the order of the file, in batches that need little memory. Throws a usage
   * error if the file cannot be read.
   */
  readonly values: () => AsyncIterable<Iterable<DumpValue | DumpList>>;
}

/**
 * Opens the files that `kubectl get` printed, in JSON or YAML. Reads each file once, even if
 * several paths lead to it. Calls `fail` with the usage error for a file that cannot be read. By
 * default, `fail` throws the error.
 */
export async function openDumps(
  paths: readonly string[],
  fail: (file: string, error: UsageError) => void = throwError,
): Promise<readonly DumpFile[]> {
  const dumps = new Map<string, DumpFile>();
  for (const path of paths) {
    for (const found of await findFiles(path, nothingExcluded, skipWithWarning)) {
      if (found.ok) {
        const { file, real } = found.value;
        const opened = dumps.has(real) ? undefined : await openDump(file);
        if (opened?.ok) dumps.set(real, opened.value);
        else if (opened !== undefined) fail(file, new UsageError(`${file} ${opened.error}`));
      } else fail(found.error.file, new UsageError(`${found.error.file} ${found.error.message}`));
    }
  }
  return [...dumps.values()];
}

function throwError(_: string, error: UsageError): never {
  throw error;
}

async function openDump(file: string): Promise<Result<DumpFile, string>> {
  const input = await openReread(file, maxDumpBytes);
  if (!input.ok) return input;
  const json = jsonDump(file, input.value);
  const isJson = await isJsonStream(input.value, json);
  if (!isJson && input.value.size > maxInputBytes) return failed(mustBeJson);
  return ok({ file, values: () => (isJson ? streamValues(file, json) : textValues(file, input.value)) });
}

const mustBeJson = `must be JSON if it is larger than ${maxInputBytes} bytes: kubectl get leases -A -o json | lease-guard audit -f -`;

/** Reports whether an input is JSON. Reads a small input to its end, because it can be YAML. */
async function isJsonStream(input: RereadInput, json: JsonDump): Promise<boolean> {
  if (firstByte(input) !== openBrace) return false;
  return input.size > maxFlowBytes || (await json.isJson());
}

/** Returns the first byte that is neither white space nor part of a byte order mark. */
function firstByte(input: RereadInput): number | undefined {
  for (const chunk of input.chunks(0)) {
    const found = chunk.find((byte) => !skipped.has(byte));
    if (found !== undefined) return found;
  }
  return undefined;
}

const skipped: ReadonlySet<number> = new Set([space, newline, carriageReturn, tab, 0xef, 0xbb, 0xbf]);

async function* textValues(file: string, input: RereadInput): AsyncGenerator<Iterable<DumpValue | DumpList>, void> {
  for await (const document of readDocuments(decodeText(input.slice(0, input.size)))) {
    if (!document.ok) throw new UsageError(`${placeText({ file, ...document.error })}: ${document.error.message}`);
    const { value, locate } = document.value;
    yield [...valuesIn(value, (path) => ({ file, ...locate(path) }))];
  }
}

async function* streamValues(file: string, json: JsonDump): AsyncGenerator<Iterable<DumpValue | DumpList>, void> {
  for await (const parts of json.values()) yield withoutProblem(file, parts);
}

function* withoutProblem(
  file: string,
  parts: Iterable<Result<DumpValue | DumpList, DocumentProblem>>,
): Generator<DumpValue | DumpList> {
  for (const part of parts) {
    if (!part.ok) throw new UsageError(`${placeText({ file, ...part.error })}: ${part.error.message}`);
    yield part.value;
  }
}
