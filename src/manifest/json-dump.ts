import { type Identity, type ListType, listTypeOf, valuesIn } from "../core/api/listed-objects.ts";
import type { FieldPath } from "../core/field/path.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { decodeText } from "../core/text/decode-text.ts";
import { type Place, type Position, positions } from "../core/text/position.ts";
import type { DocumentProblem } from "./document.ts";
import { jsonOffsets, readJson } from "./json/read-json.ts";
import type { StreamPosition } from "./json-stream/json-scanner.ts";
import { readJsonStream, type StreamProblem } from "./json-stream/read-json-stream.ts";
import { isEmptyObject, type ListPart, objectLimits, readLists, typeOfFirst } from "./read-lists.ts";

/** JSON that can be read several times. */
interface JsonSource {
  /** Yields the bytes from an offset on. */
  readonly chunks: (from: number) => Iterable<Uint8Array>;
  /** Returns the bytes from one offset to another. */
  readonly slice: (from: number, to: number) => Uint8Array;
}

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

type DumpPart = Result<DumpValue | DumpList, DocumentProblem>;

/** JSON that `kubectl get` printed. */
export interface JsonDump {
  /** Reads the JSON to its end, and reports whether it is a stream of JSON objects. */
  readonly isJson: () => Promise<boolean>;
  /**
   * Yields the values in the order of the file, in batches that need little memory. Ends with the
   * first problem.
   */
  readonly values: () => AsyncIterable<Iterable<DumpPart>>;
}

/** Returns the reader of a file with the memory for one object. */
export function jsonDump(file: string, source: JsonSource): JsonDump {
  return { isJson: () => isStream(source.chunks(0)), values: () => streamValues(file, source) };
}

async function isStream(chunks: Iterable<Uint8Array>): Promise<boolean> {
  for await (const values of readJsonStream(chunks, objectLimits))
    for (const read of values) if (!read.ok) return false;
  return true;
}

async function* streamValues(file: string, source: JsonSource): AsyncGenerator<Iterable<DumpPart>, void> {
  const lookAhead = ({ offset }: StreamPosition): ListType | undefined => typeOfFirst(source.chunks(offset));
  for await (const parts of readLists(source.chunks(0), lookAhead)) yield partValues(parts, file, source);
}

function* partValues(
  parts: Iterable<Result<ListPart, StreamProblem>>,
  file: string,
  source: JsonSource,
): Generator<DumpPart> {
  for (const part of parts) {
    if (!part.ok) yield failed(problemIn(source, part.error));
    else if ("list" in part.value) yield ok({ list: part.value.list });
    else {
      const { value, exceeded, identity, start } = part.value;
      if (exceeded === undefined) {
        if (typeof value !== "object" || value === null || isEmptyObject(value)) continue;
        const locate = locator(file, source, start, part.value.end);
        if (listTypeOf(value) === undefined) yield ok({ value, locate });
        else for (const each of valuesIn(value, locate)) yield ok(each);
      } else
        yield ok({
          value: undefined,
          exceeded: { ...identity, limit: exceeded },
          locate: () => ({ file, line: start.line, column: start.column }),
        });
    }
  }
}

/**
 * Returns the function that reads a value again, and finds the place of a field. The function does
 * not keep the value, of which the caller can need only a few fields.
 */
function locator(file: string, source: JsonSource, start: StreamPosition, end: number): DumpValue["locate"] {
  let locate: ((path: FieldPath) => Position) | undefined;
  return (path) => {
    if (locate === undefined) {
      const text = decodeText(source.slice(start.offset, end));
      const [offsetOf, position] = [jsonOffsets(text, JSON.parse(text), 0), positions(text, start)];
      locate = (field) => position(offsetOf(field));
    }
    return { file, ...locate(path) };
  };
}

/** Returns the problem of a stream. Reads a value that is not JSON again, to find the place. */
function problemIn(source: JsonSource, { line, column, message, part }: StreamProblem): DocumentProblem {
  if (part === undefined) return { line, column, message };
  const text = decodeText(source.slice(part.start.offset, part.end));
  const reading = readJson(text, 0);
  if (reading.ok) return { line, column, message };
  return { ...positions(text, part.start)(reading.error.offset), message: reading.error.message };
}
