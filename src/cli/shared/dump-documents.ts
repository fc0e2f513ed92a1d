import type { FieldPath } from "../../field/path.ts";
import type { Result } from "../../field/result.ts";
import { decodeText, maxInputBytes } from "../../manifest/decode-text.ts";
import { jsonOffsets, readJson } from "../../manifest/json/read-json.ts";
import type { Identity } from "../../manifest/json-stream/capture.ts";
import type { StreamPosition } from "../../manifest/json-stream/json-scanner.ts";
import { objectLimits } from "../../manifest/json-stream/object-limits.ts";
import { readJsonStream, type StreamProblem } from "../../manifest/json-stream/read-json-stream.ts";
import { isEmptyObject, type ListPart, readLists, typeOfFirst } from "../../manifest/json-stream/read-lists.ts";
import { type ListType, listedValues, listTypeOf, listTypes } from "../../manifest/objects.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import { carriageReturn, newline, openBrace, space, tab } from "../../text/character-codes.ts";
import { type Place, type Position, placeText, positions } from "../../text/position.ts";
import { UsageError } from "./errors.ts";
import { findFiles } from "./find-files.ts";
import { openReread, type RereadInput } from "./reread-input.ts";

/**
 * The maximum size of JSON with the objects of a cluster, which is enough for 100,000 Leases with
 * their managedFields.
 */
const maxDumpBytes = 256 * 2 ** 20;

/** A smaller input can be YAML that begins with a brace. */
const maxFlowBytes = 2 * 2 ** 20;

/** A value of a file with the objects of a cluster: an object, or an item of a list. */
export interface DumpValue {
  readonly value: unknown;
  /** The names of an object that exceeds a limit, and the limit. Then, `value` is undefined. */
  readonly exceeded?: Identity & { readonly limit: string };
  readonly locate: (path: FieldPath) => Place;
}

/** A list, whose items are separate values. A list without items has a kind, too. */
export interface DumpList {
  readonly list: ListType;
}

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
 * several paths lead to it. Throws a usage error if a file cannot be read.
 */
export async function openDumps(paths: readonly string[]): Promise<readonly DumpFile[]> {
  const dumps = new Map<string, DumpFile>();
  for (const path of paths) {
    for (const found of await findFiles(path)) {
      if (!found.ok) throw new UsageError(`${found.error.file} ${found.error.message}`);
      const { file, real } = found.value;
      if (!dumps.has(real)) dumps.set(real, await openDump(file));
    }
  }
  return [...dumps.values()];
}

async function openDump(file: string): Promise<DumpFile> {
  const input = await openReread(file, maxDumpBytes);
  if (!input.ok) throw new UsageError(`${file} ${input.error}`);
  const isJson = await isJsonStream(input.value);
  if (!isJson && input.value.size > maxInputBytes) throw new UsageError(`${file} ${mustBeJson}`);
  return { file, values: () => (isJson ? streamValues(file, input.value) : textValues(file, input.value)) };
}

const mustBeJson = `must be JSON if it is larger than ${maxInputBytes} bytes: kubectl get leases -A -o json | lease-guard audit -f -`;

/** Reports whether an input is JSON. Reads a small input to its end, because it can be YAML. */
async function isJsonStream(input: RereadInput): Promise<boolean> {
  if (firstByte(input) !== openBrace) return false;
  if (input.size > maxFlowBytes) return true;
  for await (const values of readJsonStream(input.chunks(0), objectLimits)) for (const read of values) if (!read.ok) return false;
  return true;
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

/** Yields the lists in a value, and its values that are not lists. */
function* valuesIn(value: unknown, locate: DumpValue["locate"]): Generator<DumpValue | DumpList> {
  for (const list of listTypes(value)) yield { list };
  for (const listed of listedValues(value)) yield { value: listed.value, locate: (path) => locate([...listed.path, ...path]) };
}

async function* streamValues(file: string, input: RereadInput): AsyncGenerator<Iterable<DumpValue | DumpList>, void> {
  const lookAhead = ({ offset }: StreamPosition): ListType | undefined => typeOfFirst(input.chunks(offset), objectLimits);
  for await (const parts of readLists(input.chunks(0), { limits: objectLimits, lookAhead })) yield partValues(parts, file, input);
}

function* partValues(parts: Iterable<Result<ListPart, StreamProblem>>, file: string, input: RereadInput): Generator<DumpValue | DumpList> {
  for (const part of parts) {
    if (!part.ok) throw new UsageError(problemText(file, input, part.error));
    if ("list" in part.value) yield { list: part.value.list };
    else {
      const { value, exceeded, identity, start } = part.value;
      if (exceeded === undefined) {
        if (typeof value !== "object" || value === null || isEmptyObject(value)) continue;
        const locate = locator(file, input, start, part.value.end);
        if (listTypeOf(value) === undefined) yield { value, locate };
        else yield* valuesIn(value, locate);
      } else
        yield {
          value: undefined,
          exceeded: { ...identity, limit: exceeded },
          locate: () => ({ file, line: start.line, column: start.column }),
        };
    }
  }
}

/**
 * Returns the function that reads a value again, and finds the place of a field. The function does
 * not keep the value, of which the caller can need only a few fields.
 */
function locator(file: string, input: RereadInput, start: StreamPosition, end: number): DumpValue["locate"] {
  let locate: ((path: FieldPath) => Position) | undefined;
  return (path) => {
    if (locate === undefined) {
      const text = decodeText(input.slice(start.offset, end));
      const [offsetOf, position] = [jsonOffsets(text, JSON.parse(text), 0), positions(text, start)];
      locate = (field) => position(offsetOf(field));
    }
    return { file, ...locate(path) };
  };
}

/** Returns the message about a problem. Reads a value that is not JSON again, to find the place. */
function problemText(file: string, input: RereadInput, { line, column, message, part }: StreamProblem): string {
  if (part === undefined) return `${placeText({ file, line, column })}: ${message}`;
  const text = decodeText(input.slice(part.start.offset, part.end));
  const reading = readJson(text, 0);
  if (reading.ok) return `${placeText({ file, line, column })}: ${message}`;
  return `${placeText({ file, ...positions(text, part.start)(reading.error.offset) })}: ${reading.error.message}`;
}
