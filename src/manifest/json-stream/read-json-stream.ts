import { failed, ok, type Result } from "../../core/field/result.ts";
import type { ValueLimits } from "./capture.ts";
import {
  type JsonScanner,
  jsonScanner,
  type ScannedValue,
  type ScanProblem,
  type StreamPosition,
} from "./json-scanner.ts";

export interface StreamValue extends Omit<ScannedValue, "text" | "head"> {
  /** The parsed value. In a document, `items` is empty. Undefined if the value exceeds a limit. */
  readonly value: unknown;
  /** For the first item, the document before its items. Otherwise, this is undefined. */
  readonly head: unknown;
}

/** A stream that is not JSON. If the problem is in an item, `item` is the part with it. */
export interface StreamProblem extends ScanProblem {
  readonly part?: Pick<ScannedValue, "start" | "end">;
}

/**
 * Reads a stream of JSON objects with the memory for one value. Yields the values that end in each
 * chunk: each element of the list `items` of an object, and then the object itself. `lists` are the
 * keys of the lists, as for `jsonScanner`. Ends with the first problem.
 */
export async function* readJsonStream(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limits: ValueLimits,
  from?: StreamPosition,
  lists?: ReadonlySet<string>,
): AsyncGenerator<Iterable<Result<StreamValue, StreamProblem>>, void> {
  const scanner = jsonScanner(limits, from, lists);
  const state: { hasEnded: boolean } = { hasEnded: false };
  const stop = (): void => {
    state.hasEnded = true;
  };
  for await (const chunk of chunks) {
    yield parsed(chunk, scanner, stop);
    if (state.hasEnded) return;
  }
  const problem = scanner.end();
  if (problem !== undefined) yield [failed(problem)];
}

/** The number of bytes to scan at once, which can contain thousands of values. */
const sliceBytes = 8192;

/** Parses the values of a chunk, one at a time. Calls `stop` after the last value of the stream. */
function* parsed(
  chunk: Uint8Array,
  scanner: JsonScanner,
  stop: () => void,
): Generator<Result<StreamValue, StreamProblem>> {
  for (let at = 0; at < chunk.length; at += sliceBytes) {
    for (const scanned of scanner.push(chunk.subarray(at, at + sliceBytes))) {
      const value = scanned.text === undefined ? undefined : parse(scanned.text);
      if (value === undefined && scanned.text !== undefined) {
        stop();
        yield failed({ ...scanned.start, message: "must be JSON", part: scanned });
        return;
      }
      yield ok(toValue(scanned, value));
    }
    const problem = scanner.problem();
    if (problem === undefined) continue;
    stop();
    yield failed(problem);
    return;
  }
}

/** One literal without spread syntax, because a stream can have millions of values. */
function toValue(
  { type, exceeded, identity, start, end, document, items, head }: ScannedValue,
  value: unknown,
): StreamValue {
  return {
    type,
    value,
    exceeded,
    identity,
    start,
    end,
    document,
    items,
    head: head === "" ? undefined : parse(`${head}]}`),
  };
}

/** Returns the value of a JSON text, or undefined for other text. */
function parse(text: string): unknown {
  if (text === "{}") return noFields;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of `{}`, of which a stream can have millions. */
const noFields = Object.freeze({});
