import type { Identity } from "../../core/api/listed-objects.ts";
import {
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  newline,
  openBrace,
  openBracket,
  quote,
  space,
  tab,
} from "../../core/text/character-codes.ts";
import type { Position } from "../../core/text/position.ts";
import {
  type Capture,
  countValue,
  dropBytes,
  endString,
  exceed,
  isInObject,
  newCapture,
  openNested,
  reserve,
  reset,
  textOf,
  type ValueLimits,
} from "./capture.ts";
import { type FieldsV1, readFieldsV1 } from "./fields-v1.ts";

/** A position in a stream of bytes, and the offset in bytes. */
export interface StreamPosition extends Position {
  readonly offset: number;
}

export interface ScannedValue {
  /** "item" for an element of `items`, and "document" for the object around it. */
  readonly type: "item" | "document";
  /** JSON without white space between its tokens. Undefined if the value exceeds a limit. */
  readonly text: string | undefined;
  readonly exceeded: string | undefined;
  readonly identity: Identity;
  readonly start: StreamPosition;
  /** The offset in bytes after the value. */
  readonly end: number;
  readonly document: StreamPosition;
  /** The number of items of the document so far. */
  readonly items: number;
  /** For the first item, the JSON of the document before its items. Otherwise, this is "". */
  readonly head: string;
}

export interface ScanProblem extends StreamPosition {
  readonly message: string;
}

export interface JsonScanner {
  /** Takes the next bytes, and returns the values that end in them. */
  readonly push: (chunk: Uint8Array) => readonly ScannedValue[];
  /** Returns the problem that ended the scan, or that the stream ends too early. */
  readonly end: () => ScanProblem | undefined;
  readonly problem: () => ScanProblem | undefined;
}

/**
 * Returns a scanner. It checks the brackets and the order of the items; JSON.parse checks the rest
 * in the text of each value. An item is an element of a list of a document, whose key is in
 * `lists`, such as `items`. With the key "", a document can be a list. `from` is the position of
 * the first byte.
 */
export function jsonScanner(
  limits: ValueLimits,
  from: StreamPosition = { line: 1, column: 1, offset: 0 },
  lists: ReadonlySet<string> = itemsOnly,
): JsonScanner {
  const document = newCapture(limits);
  const item = newCapture(limits);
  let current = document;
  let found: ScannedValue[] = [];
  let problem: ScanProblem | undefined;
  let fields: FieldsV1 | undefined;
  let inString = false;
  let isEscaped = false;
  let hasEscape = false;
  let inItems = false;
  let hadItems = false;
  let items = 0;
  let head = "";
  let isOpen = false;
  /** The offset of the first byte of the chunk, and the line at the current byte. */
  let base = from.offset;
  let line = from.line;
  /** The offset at which column 1 of the line would be, if each column had one byte. */
  let columnBase = from.offset - from.column + 1;
  let documentStart = from;
  let itemStart = from;

  const at = (offset: number): StreamPosition => ({ offset, line, column: offset - columnBase + 1 });
  const fail = (offset: number, message: string): void => {
    problem ??= { ...at(offset), message };
  };
  const emit = (type: ScannedValue["type"], capture: Capture, start: StreamPosition, end: number): void => {
    if (capture.length > limits.maxBytes && capture.exceeded === undefined)
      exceed(capture, mustNotHaveMoreBytes(limits));
    const { exceeded, identity } = capture;
    const text = exceeded === undefined ? textOf(capture) : undefined;
    found.push({ type, text, exceeded, identity, start, end, document: documentStart, items, head });
    head = "";
    reset(capture);
  };
  const endItem = (end: number): void => {
    items++;
    emit("item", item, itemStart, end);
    current = document;
    document.last = closeBrace;
  };
  const put = (byte: number): void => {
    if (current.exceeded === undefined) current.bytes[current.length++] = byte;
    current.last = byte;
  };
  /** Takes a byte between the items of a list. Returns false for the first byte of an item. */
  const betweenItems = (byte: number, offset: number): boolean => {
    const { last } = document;
    if (byte === closeBracket && last !== comma) {
      inItems = false;
      close(byte, offset);
    } else if (byte === comma && last === closeBrace) document.last = comma;
    else if (byte === closeBracket || byte === comma) fail(offset, "must have a JSON value here");
    else if (last === closeBrace) fail(offset, 'must have "," or "]" here');
    else {
      if (items === 0) head = textOf(document);
      itemStart = at(offset);
      current = item;
      return false;
    }
    return true;
  };
  const open = (byte: number, offset: number): void => {
    const { last, depth, isFieldsV1 } = current;
    if (current === document && depth === 0) [isOpen, documentStart] = [true, at(offset)];
    const begins =
      current === document &&
      byte === openBracket &&
      (depth === 0 || (depth === 1 && last === colon && document.key !== "" && lists.has(document.key)));
    if (begins && hadItems) fail(offset, "must not have items twice");
    openNested(current, byte, limits);
    put(byte);
    if (begins) [inItems, hadItems] = [true, true];
    else if (isFieldsV1 && byte === openBrace && last === colon) fields = readFieldsV1();
  };
  const close = (byte: number, offset: number): void => {
    put(byte);
    if (--current.depth > 0) return;
    if (current === item) endItem(offset + 1);
    else {
      emit("document", document, documentStart, offset + 1);
      [isOpen, hadItems, items] = [false, false, 0];
    }
  };
  const takeFields = (byte: number, offset: number, reader: FieldsV1): void => {
    const state = reader.take(byte);
    if (state === "open") return;
    fields = undefined;
    if (state === "invalid") fail(offset, "must be JSON");
    else if (state === "end") {
      for (const rest of encoder.encode(reader.rest())) put(rest);
      current.depth--;
    } else {
      if (current.exceeded === undefined) exceed(current, "must have only JSON objects in fieldsV1");
      for (let depth = reader.depth(); depth > 1; depth--) openNested(current, openBrace, limits);
      takeToken(byte, offset);
    }
  };
  const beginString = (): void => {
    if (current.exceeded !== undefined) current.length = 0;
    current.isKey = isInObject(current) && (current.last === openBrace || current.last === comma);
    current.stringAt = current.length;
    current.bytes[current.length++] = quote;
    current.last = quote;
    inString = true;
    hasEscape = false;
  };
  /** Ends a word, such as a number, that is an item. */
  const endWord = (offset: number): void => {
    if (current === item && item.depth === 0 && item.last !== 0) endItem(offset);
  };
  const takeToken = (byte: number, offset: number): void => {
    if (byte === space || byte === newline || byte === carriageReturn || byte === tab) {
      endWord(offset);
      // Keeps "1 2" apart, which is not JSON.
      if (current.depth > 0 && isWord(current.last) && !(inItems && current === document)) put(space);
      if (byte === newline) [line, columnBase] = [line + 1, offset + 1];
      return;
    }
    if (byte === comma || byte === closeBracket || byte === closeBrace) endWord(offset);
    if (inItems && current === document && betweenItems(byte, offset)) return;
    if (!isOpen && byte !== openBrace && !(byte === openBracket && lists.has("")))
      fail(offset, "must have a JSON object here");
    else if (current === item && item.depth === 0 && (byte === colon || byte === closeBrace))
      fail(offset, "must have a JSON value here");
    else if (byte === quote) beginString();
    else if (byte === openBrace || byte === openBracket) open(byte, offset);
    else if (byte === closeBrace || byte === closeBracket) close(byte, offset);
    else {
      if (byte === comma) countValue(current, limits);
      put(byte);
    }
  };
  /** Copies the string that begins or goes on at `index`. Returns the index after its part. */
  const takeString = (chunk: Uint8Array, index: number): number => {
    const { bytes } = current;
    let length = current.length;
    for (let i = index; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (byte < space) {
        fail(base + i, "must not have a control character in a string");
        return chunk.length;
      }
      if (byte >= 0x80) columnBase += byte < 0xc0 ? 1 : byte >= 0xf0 ? -1 : 0;
      bytes[length++] = byte;
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = hasEscape = true;
      else if (byte === quote) {
        current.length = length;
        inString = false;
        endString(current, hasEscape, limits);
        if (current === item && item.depth === 0) endItem(base + i + 1);
        return i + 1;
      }
    }
    current.length = length;
    return chunk.length;
  };
  /** Returns the index after the part of a byte order mark, with which the stream can begin. */
  const skipByteOrderMark = (chunk: Uint8Array): number => {
    let index = 0;
    while (base + index < byteOrderMark.length && chunk[index] === byteOrderMark[base + index]) index++;
    columnBase += index;
    return index;
  };
  return {
    push: (chunk) => {
      found = [];
      reserve(document, chunk.length + 64);
      reserve(item, chunk.length + 64);
      for (let i = skipByteOrderMark(chunk); i < chunk.length && problem === undefined; ) {
        if (inString) i = takeString(chunk, i);
        else {
          const byte = chunk[i] as number;
          if (fields !== undefined) takeFields(byte, base + i, fields);
          else takeToken(byte, base + i);
          i++;
        }
      }
      base += chunk.length;
      if (current.length > limits.maxBytes) {
        if (current.exceeded === undefined) exceed(current, mustNotHaveMoreBytes(limits));
        else dropBytes(current);
      }
      return found;
    },
    end: () => {
      const closes = document.isObject[1] === 1 ? "} that closes this {" : "] that closes this [";
      if (isOpen) problem ??= { ...documentStart, message: `must have a ${closes}` };
      return problem;
    },
    problem: () => problem,
  };
}

const itemsOnly: ReadonlySet<string> = new Set(["items"]);

function mustNotHaveMoreBytes({ maxBytes }: ValueLimits): string {
  return `must not be larger than ${maxBytes} bytes`;
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

const encoder = new TextEncoder();

function isWord(byte: number): boolean {
  return !(byte === quote || byte === comma || byte === colon || isBracket(byte) || byte === space);
}

function isBracket(byte: number): boolean {
  return byte === openBrace || byte === closeBrace || byte === openBracket || byte === closeBracket;
}
