import { createHash, type Hash } from "node:crypto";
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from "../../core/text/character-codes.ts";
import { endOfString, isEscaped } from "../../core/text/json-scan.ts";
import { maxBodyBytes } from "../../engine/review/limits.ts";
import type { Excess } from "../../engine/validate/submission.ts";

export interface OversizedReview {
  readonly body: Buffer;
  readonly excess: Excess;
}

/** Reads the parts of a review, and keeps only a small part of its objects. */
export interface OversizedReader {
  /** Adds a part. Returns false if the rest of the review is too large. */
  readonly add: (part: Uint8Array) => boolean;
  /** Returns the cut review. Returns undefined if the request has no objects. */
  readonly end: () => OversizedReview | undefined;
}

/**
 * The maximum number of bytes of the labels of an object. The reader drops larger labels, so that
 * the labels of two objects fit in a small review.
 */
const maxLabelBytes = 16 * 1024;

/** The maximum number of bytes of a name or a namespace, which can have 253 characters. */
const maxNameBytes = 1024;

/**
 * The maximum number of commas, colons, and parts of the fields of an object, of `metadata`, and of
 * `spec`. An object of kube-apiserver has less than 100, in at most 5,000 parts.
 */
const maxMembers = 10_000;

const members = ["name", "namespace", "labels"] as const;

/**
 * The nesting depths of the members of the review, of the request, of an object, and of `metadata`.
 */
const [inReview, inRequest, inObject, inMetadata] = [1, 2, 3, 4];

type Take = (part: Uint8Array, from: number, to: number) => void;

const drop: Take = () => {};

/**
 * Creates a reader of a review of more than `maxBodyBytes`. `maxBytes` is the maximum number of
 * bytes of the cut review. The reader needs memory for these bytes only. It does not check the
 * syntax of what it drops, and recognizes only keys without escapes, as kube-apiserver sends them.
 */
export function createOversizedReader(maxBytes: number): OversizedReader {
  const kept = createBytes(maxBytes);
  const strings = createStrings(inMetadata);
  /** The last key at each depth. */
  const keys: string[] = [];
  const objects: Partial<Record<string, ReturnType<typeof createObject>>> = {};
  let object: ReturnType<typeof createObject> | undefined;
  let depth = 0;
  let take: Take = kept.add;

  const starts = (code: number) => {
    depth++;
    if (depth <= inMetadata) keys[depth] = "";
    if (object !== undefined && depth === inObject && code === openBrace) object.isObject = true;
  };
  /** Returns the function that takes the value after the colon at the current depth. */
  const takeValue = (): Take => {
    const key = strings.last();
    keys[depth] = key;
    if (keys[inReview] !== "request") return take;
    if (depth === inRequest && (key === "object" || key === "oldObject")) {
      object = createObject();
      objects[key] = object;
      return drop;
    }
    if (object === undefined) return take;
    if (depth === inObject && key === "spec") return object.hashSpec();
    if (depth === inMetadata && keys[inObject] === "metadata") return object.takeMember(key) ?? take;
    return take;
  };
  /** Ends the value before the comma or bracket at the current depth. */
  const endValue = () => {
    if (object === undefined) return;
    if (depth === inRequest) {
      kept.write(object.cut());
      object = undefined;
      take = kept.add;
    } else if (depth === inObject || keys[inObject] === "metadata") take = drop;
  };

  /** Reads a colon, a comma, or a bracket at a depth where keys count. */
  const readMember = (part: Uint8Array, at: number, code: number) => {
    if (code === colon) {
      flush(part, at + 1);
      take = takeValue();
    } else if (object !== undefined) {
      flush(part, at);
      endValue();
    }
  };
  /** The index after the last byte of the part that has been taken. */
  let from = 0;
  const flush = (part: Uint8Array, to: number) => {
    if (object !== undefined) {
      if (++object.members > maxMembers) kept.fill();
      object.bytes += to - from;
    }
    take(part, from, to);
    from = to;
  };

  return {
    add: (part) => {
      from = 0;
      // Each byte is one character, so that the text has the indexes of the part.
      const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("latin1");
      for (let at = strings.resume(text); at < part.length && !kept.isFull(); at++) {
        const code = part[at];
        if (code === quote) at = strings.read(text, at, depth);
        else if (code === openBrace || code === openBracket) starts(code);
        else if (code === closeBrace || code === closeBracket) {
          if (depth <= inMetadata) readMember(part, at, code);
          depth--;
        } else if ((code === comma || code === colon) && depth <= inMetadata) readMember(part, at, code);
      }
      flush(part, part.length);
      return !kept.isFull();
    },
    end: () => {
      const { object: written, oldObject: old } = objects;
      if (kept.isFull() || (written ?? old) === undefined) return undefined;
      const lowers = written !== undefined && old !== undefined && written.isObject && written.bytes < old.bytes;
      return {
        body: kept.content(),
        excess: { limit: "bytes", maximum: maxBodyBytes, isRepair: lowers && written.spec() === old.spec() },
      };
    },
  };
}

/** The maximum number of characters of a string that is compared with a key. */
const maxKeyLength = 16;

/** Reads the strings of a JSON document that arrives in parts. Keeps one if it can be a key. */
function createStrings(maxDepth: number) {
  let isOpen = false;
  let isKept = false;
  /** Whether the last character of the previous part escapes the first one of the next part. */
  let escapes = false;
  let last = "";
  /** Reads the rest of a string. Returns the index of its quote, or the length of the part. */
  const readFrom = (text: string, from: number): number => {
    const end = endOfString(text, escapes ? from : from - 1);
    isOpen = end === text.length;
    escapes = isOpen && isEscaped(text, escapes ? from + 1 : from, end);
    if (isKept && last.length <= maxKeyLength) last += text.slice(from, Math.min(end, from + maxKeyLength + 1));
    return end;
  };
  return {
    /** Reads the string that starts at a quote. */
    read: (text: string, at: number, depth: number): number => {
      isKept = depth <= maxDepth;
      if (isKept) last = "";
      return readFrom(text, at + 1);
    },
    /** Returns the index after a string of the previous part, or 0 without such a string. */
    resume: (text: string): number => (isOpen && text !== "" ? Math.min(readFrom(text, 0) + 1, text.length) : 0),
    /** Returns the last string at a depth of at most `maxDepth`, or "" if the string is long. */
    last: (): string => (last.length > maxKeyLength ? "" : last),
  };
}

/** Collects what stays of an object. */
function createObject() {
  const found = new Map<string, ReturnType<typeof createBytes>>();
  let hash: Hash | undefined;
  let spec: string | undefined;
  return {
    bytes: 0,
    members: 0,
    isObject: false,
    /** Takes the bytes of `spec`, which are compared only by their hash. */
    hashSpec: (): Take => {
      const started = createHash("sha256");
      hash = started;
      return (part, from, to) => void started.update(part.subarray(from, to));
    },
    takeMember: (key: string): Take | undefined => {
      const name = members.find((each) => each === key);
      if (name === undefined) return undefined;
      const bytes = createBytes(name === "labels" ? maxLabelBytes : maxNameBytes);
      found.set(name, bytes);
      return bytes.add;
    },
    /** Returns the hash of the text of `spec`. Returns undefined for an object without `spec`. */
    spec: (): string | undefined => {
      spec ??= hash?.digest("hex");
      return spec;
    },
    /** Returns the JSON of the object without the other fields. */
    cut(): string {
      if (!this.isObject) return "null";
      const texts = [...found]
        .filter(([, bytes]) => !bytes.isFull())
        .map(([name, bytes]) => `"${name}":${bytes.content().toString("utf8")}`);
      return `{"metadata":{${texts.join(",")}}}`;
    },
  };
}

/** Bytes with a maximum length. */
interface Bytes {
  /** Adds the bytes of a part from an index to another index. */
  readonly add: (part: Uint8Array, from: number, to: number) => void;
  readonly write: (text: string) => void;
  /** Makes the content incomplete, so that nothing more is added. */
  readonly fill: () => void;
  /** Reports whether more bytes came than fit. The content is then not complete. */
  readonly isFull: () => boolean;
  readonly content: () => Buffer;
}

/** The system provides the memory of the buffer only when the server writes to it. */
function createBytes(maxBytes: number): Bytes {
  let content: Buffer | undefined;
  let size = 0;
  let full = false;
  const add = (part: Uint8Array, from: number, to: number) => {
    full ||= to - from > maxBytes - size;
    if (full) return;
    content ??= Buffer.allocUnsafeSlow(maxBytes);
    content.set(part.subarray(from, to), size);
    size += to - from;
  };
  return {
    add,
    write: (text) => {
      const bytes = Buffer.from(text);
      add(bytes, 0, bytes.length);
    },
    fill: () => {
      full = true;
    },
    isFull: () => full,
    content: () => content?.subarray(0, size) ?? Buffer.alloc(0),
  };
}
