import type { Identity } from "../../core/api/listed-objects.ts";
import { openBrace } from "../../core/text/character-codes.ts";

export interface ValueLimits {
  readonly maxBytes: number;
  readonly maxValues: number;
  readonly maxKeys: number;
  readonly maxDepth: number;
}

/**
 * The bytes of one JSON value without white space between its tokens, and the counts that the
 * limits concern. After a value has exceeded a limit, the capture keeps only its identity.
 */
export interface Capture {
  bytes: Uint8Array;
  length: number;
  depth: number;
  values: number;
  /** The last byte of the last token. */
  last: number;
  /** The offset in `bytes` at which the current string begins. */
  stringAt: number;
  /** True if the current string is a key. */
  isKey: boolean;
  /** The keys so far in each open object, outermost first. */
  readonly keys: Int32Array;
  /** For each open bracket, 1 if it is a brace. */
  readonly isObject: Uint8Array;
  /** The last keys in the outermost object, and in the objects in it. Other keys are "". */
  key: string;
  innerKey: string;
  isFieldsV1: boolean;
  /** The offsets of the strings that name the object. */
  readonly names: Map<keyof Identity, readonly [start: number, end: number]>;
  identity: Identity;
  exceeded: string | undefined;
}

/** Returns a capture for values that nest at most `maxDepth` levels deep. */
export function newCapture({ maxDepth }: ValueLimits): Capture {
  return {
    bytes: new Uint8Array(4096),
    length: 0,
    depth: 0,
    values: 1,
    last: 0,
    stringAt: 0,
    isKey: false,
    key: "",
    innerKey: "",
    isFieldsV1: false,
    identity: {},
    exceeded: undefined,
    keys: new Int32Array(maxDepth + 2),
    isObject: new Uint8Array(maxDepth + 2),
    names: new Map(),
  };
}

export function reset(capture: Capture): void {
  capture.length = 0;
  capture.depth = 0;
  capture.values = 1;
  capture.last = 0;
  capture.isFieldsV1 = false;
  capture.key = "";
  capture.innerKey = "";
  capture.identity = noIdentity;
  capture.exceeded = undefined;
  if (capture.names.size > 0) capture.names.clear();
}

const noIdentity: Identity = {};

/** A larger buffer is for one large value only. */
const keptBytes = 1024 * 1024;

export function reserve(capture: Capture, more: number): void {
  const { bytes, length } = capture;
  const needed = length + more;
  if (needed <= bytes.length && (length > 0 || bytes.length <= 2 * keptBytes)) return;
  capture.bytes = new Uint8Array(Math.max(needed, Math.min(2 * length, length + 2 * keptBytes)) + keptBytes / 8);
  capture.bytes.set(bytes.subarray(0, length));
}

/** The greatest length of a string that can name an object, with its quotes. */
const maxNameBytes = 1024;

/** Stores the limit that a value exceeds, and drops its bytes, but not its names. */
export function exceed(capture: Capture, limit: string): void {
  capture.exceeded = limit;
  for (const [field, [start, end]] of capture.names) name(capture, field, start, end);
  dropBytes(capture);
}

/** Drops the bytes of a value that exceeds a limit. The rest of a string is too long for a name. */
export function dropBytes(capture: Capture): void {
  capture.stringAt = 0;
  capture.length = maxNameBytes + 1;
}

export function openNested(capture: Capture, byte: number, limits: ValueLimits): void {
  const depth = ++capture.depth;
  capture.values++;
  if (depth <= limits.maxDepth) {
    capture.isObject[depth] = byte === openBrace ? 1 : 0;
    capture.keys[depth] = 0;
  } else if (capture.exceeded === undefined) exceed(capture, `must not nest deeper than ${limits.maxDepth} levels`);
  if (capture.values > limits.maxValues && capture.exceeded === undefined)
    exceed(capture, mustNotHaveMoreValues(limits));
}

export function countValue(capture: Capture, limits: ValueLimits): void {
  if (++capture.values > limits.maxValues && capture.exceeded === undefined)
    exceed(capture, mustNotHaveMoreValues(limits));
}

function mustNotHaveMoreValues({ maxValues }: ValueLimits): string {
  return `must not contain more than ${maxValues} values`;
}

/** Reports whether the innermost open bracket is a brace. */
export function isInObject({ isObject, depth }: Capture): boolean {
  return isObject[depth] === 1;
}

/** The keys that the reader of a stream must know. */
const knownKeys = [
  ...["kind", "apiVersion", "metadata", "items", "name", "namespace", "fieldsV1"],
  ...["events", "logEvents", "records", "results"],
].map((key) => ({
  key,
  bytes: new TextEncoder().encode(`"${key}"`),
}));

/** Ends a string, which is a key, or a value that can name the object. */
export function endString(capture: Capture, hasEscape: boolean, limits: ValueLimits): void {
  const { isKey, depth, key, innerKey } = capture;
  if (isKey) {
    endKey(capture, hasEscape);
    const keys = (capture.keys[depth] ?? 0) + 1;
    capture.keys[depth] = keys;
    if (keys > limits.maxKeys && capture.exceeded === undefined)
      exceed(capture, `must not contain an object with more than ${limits.maxKeys} keys`);
  } else if (depth === 1 && (key === "kind" || key === "apiVersion")) addName(capture, key);
  else if (depth === 2 && key === "metadata" && (innerKey === "name" || innerKey === "namespace"))
    addName(capture, innerKey);
}

function endKey(capture: Capture, hasEscape: boolean): void {
  const text = hasEscape ? escapedKey(capture) : knownKey(capture);
  capture.isFieldsV1 = text === "fieldsV1";
  if (capture.depth === 1) capture.key = text;
  else if (capture.depth === 2) capture.innerKey = text;
}

function escapedKey(capture: Capture): string {
  const { length, stringAt } = capture;
  return length - stringAt < maxNameBytes ? stringIn(capture, stringAt, length) : "";
}

/** Returns a known key without a call of TextDecoder, because there are many keys. */
function knownKey({ bytes, length, stringAt }: Capture): string {
  for (const { key, bytes: known } of knownKeys) {
    if (known.length !== length - stringAt) continue;
    let at = 1;
    while (at < known.length && bytes[stringAt + at] === known[at]) at++;
    if (at === known.length) return key;
  }
  return "";
}

function addName(capture: Capture, field: keyof Identity): void {
  const { stringAt, length, exceeded } = capture;
  if (exceeded === undefined) capture.names.set(field, [stringAt, length]);
  else name(capture, field, stringAt, length);
}

function name(capture: Capture, field: keyof Identity, start: number, end: number): void {
  if (end - start < maxNameBytes) capture.identity = { ...capture.identity, [field]: stringIn(capture, start, end) };
}

const decoder = new TextDecoder();

/** Returns the value of a JSON string. An invalid string is "". */
function stringIn({ bytes }: Capture, start: number, end: number): string {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start, end))) as string;
  } catch {
    return "";
  }
}

/** The bytes of a text for which a call of TextDecoder would take longer than the decoding. */
const shortBytes = 24;

/** Returns the text of a value that does not exceed a limit. */
export function textOf({ bytes, length }: Capture): string {
  if (length > shortBytes) return decoder.decode(bytes.subarray(0, length));
  let text = "";
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] as number;
    if (byte >= 0x80) return decoder.decode(bytes.subarray(0, length));
    text += String.fromCharCode(byte);
  }
  return text;
}
