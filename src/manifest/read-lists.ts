import { maxDepth } from "../core/api/json-object.ts";
import { type ListType, lacksType, listTypeOf, withType } from "../core/api/listed-objects.ts";
import { failed, ok, type Result, tryOrUndefined } from "../core/field/result.ts";
import type { ValueLimits } from "./json-stream/capture.ts";
import { jsonScanner, type StreamPosition } from "./json-stream/json-scanner.ts";
import { readJsonStream, type StreamProblem, type StreamValue } from "./json-stream/read-json-stream.ts";

/** An item of a list, or an object that is not a list. */
export type ListedStreamValue = Pick<StreamValue, "value" | "exceeded" | "identity" | "start" | "end">;

/** A value of a stream of lists and objects, or the rest of a list after its items. */
export type ListPart = ListedStreamValue | { readonly list: ListType; readonly rest: unknown };

/**
 * The limits of one object that a cluster stores: those of a review. An object of 3 MiB, the
 * maximum of kube-apiserver, takes at most 8 MiB of JSON unless most of its characters need an
 * escape sequence.
 */
export const objectLimits: ValueLimits = { maxBytes: 8 * 2 ** 20, maxValues: 450_000, maxKeys: 345_000, maxDepth };

/** Returns the type of the list that begins at a position. */
type LookAhead = (start: StreamPosition) => ListType | undefined;

/**
 * Reads a stream of JSON lists and other objects with the memory for one object. The items of a
 * list come before the list, and have an apiVersion and a kind. Ends with the first problem. If the
 * kind of a list comes after its items, `lookAhead` returns it.
 */
export async function* readLists(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  lookAhead?: LookAhead,
): AsyncGenerator<Iterable<Result<ListPart, StreamProblem>>, void> {
  const toPart = partReader(lookAhead);
  for await (const values of readJsonStream(chunks, objectLimits)) yield parts(values, toPart);
}

/**
 * Reads a stream of JSON values with the memory for one value: the items of the lists with the
 * given keys, as for `jsonScanner`, and the values around them. Ends with the first problem.
 */
export function readItems(
  chunks: AsyncIterable<Uint8Array>,
  lists: ReadonlySet<string>,
): AsyncGenerator<Iterable<Result<StreamValue, StreamProblem>>, void> {
  return readJsonStream(chunks, objectLimits, undefined, lists);
}

type Parts = Generator<Result<ListPart, StreamProblem>, void>;

function* parts(
  values: Iterable<Result<StreamValue, StreamProblem>>,
  toPart: (value: StreamValue) => Result<ListPart, StreamProblem>,
): Parts {
  for (const read of values) yield read.ok ? toPart(read.value) : read;
}

function partReader(lookAhead?: LookAhead): (value: StreamValue) => Result<ListPart, StreamProblem> {
  let type: ListType | undefined;
  return (read) => {
    if (read.type === "document") return documentPart(read);
    if (read.items === 1)
      type = listTypeOf(read.head) ?? (lacksType(read.value) ? lookAhead?.(read.document) : undefined);
    if (type === undefined || type.kind === "List" || !lacksType(read.value) || isEmptyObject(read.value))
      return ok(read);
    return ok({ ...read, value: withType(read.value, type) });
  };
}

function documentPart(read: StreamValue): Result<ListPart, StreamProblem> {
  const list = listTypeOf(read.value);
  if (list !== undefined) return ok({ list, rest: read.value });
  if (read.items === 0 || read.exceeded !== undefined) return ok(read);
  return failed({ ...read.start, message: 'must have a kind that ends with "List", because it has items' });
}

/** Reports whether a value is `{}`, of which a list can have millions. No cluster stores it. */
export function isEmptyObject(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

/** Returns the type of the first list of a stream. Keeps no item in memory. */
export function typeOfFirst(chunks: Iterable<Uint8Array>): ListType | undefined {
  const scanner = jsonScanner(objectLimits);
  let document: ReturnType<typeof scanner.push>[number] | undefined;
  for (const chunk of chunks) {
    document = scanner.push(chunk).find(({ type }) => type === "document");
    if (document !== undefined || scanner.problem() !== undefined) break;
  }
  const text = document?.text;
  return text === undefined ? undefined : listTypeOf(tryOrUndefined(() => JSON.parse(text) as unknown));
}
