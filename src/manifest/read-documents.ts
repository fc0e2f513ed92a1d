import { isUnreadable, type ManifestDocument, type Unreadable } from "./document.ts";
import { readJsonTree } from "./json-tree.ts";
import { lazily } from "./lazily.ts";
import { type Position, positions } from "./position.ts";
import { type Chunk, splitDocuments } from "./split-documents.ts";
import { duplicateNotes, type Fault, jsonValue, offsetOf, type Reading } from "./tree.ts";
import { parseUsualJson } from "./usual-json.ts";
import { readYamlTree } from "./yaml-tree.ts";

type Read = ManifestDocument | Unreadable;

/**
 * Every document of a manifest as kubectl 1.33 and later read it, broken ones too; empty ones are left out. A text that
 * begins with `{` is JSON objects one after the other; where the first or the second is none, the rest is YAML.
 */
export function readDocuments(text: string): readonly Read[] {
  const origin = { line: 1, column: 1 };
  if (!/^[ \t\r\n]*\{/.test(text)) return Array.from(splitDocuments(text, origin), readChunk).flat();
  const position = lazily(() => positions(text, origin));
  const value = parseUsualJson(text);
  return value === undefined
    ? readJsonStream(text, position)
    : [documentOf(value, text.indexOf("{"), position, () => readJsonTree(text, 0))];
}

type At = (offset: number) => Position;

function readJsonStream(text: string, position: () => At): readonly Read[] {
  const read: Read[] = [];
  for (let from = skipSpace(text, 0); from < text.length; ) {
    const start = from;
    const reading = readJsonTree(text, start);
    if ("fault" in reading) {
      const fault = unreadable(reading, position);
      return [...read, ...(reading.final === true || read.length > 1 ? [fault] : readRest(text.slice(start), position()(start), fault))];
    }
    read.push(documentOf(jsonValue(reading.tree), start, position, () => readJsonTree(text, start)));
    from = skipSpace(text, reading.end);
  }
  return read;
}

/** Where YAML cannot read on either, it is the JSON that is at fault. */
function readRest(text: string, start: Position, fault: Unreadable): readonly Read[] {
  const [first, ...more] = Array.from(splitDocuments(text, start), readChunk).flat();
  if (first === undefined) return [];
  return [isUnreadable(first) ? fault : first, ...more];
}

function skipSpace(text: string, from: number): number {
  const space = /[ \t\r\n]*/y;
  space.lastIndex = from;
  space.test(text);
  return space.lastIndex;
}

function readChunk(chunk: Chunk): readonly Read[] {
  if ("trailing" in chunk) return [{ position: chunk.start, message: "must have nothing but a comment behind the separator ---" }];
  const { text, start } = chunk;
  const position = lazily(() => positions(text, start));
  const reading = readYamlTree(text);
  if ("fault" in reading) return [unreadable(reading, position)];
  const { tree } = reading;
  if ("scalar" in tree && tree.scalar === null) return [];
  return [documentOf(jsonValue(tree), tree.at, position, () => readYamlTree(text))];
}

/** Reads again when asked for places: most documents are never asked, and a tree weighs more than its text. */
function documentOf(value: unknown, start: number, position: () => At, again: () => Reading): ManifestDocument {
  const reading = lazily(() => read(again()));
  return {
    value,
    get start() {
      return position()(start);
    },
    get notes() {
      return duplicateNotes(reading().duplicates, position());
    },
    locate: (path) => position()(offsetOf(reading().tree, path)),
  };
}

function read(reading: Reading): Exclude<Reading, Fault> {
  if ("fault" in reading) throw new Error(`was read once, and then not: ${reading.fault}`);
  return reading;
}

function unreadable({ at, fault }: Fault, position: () => At): Unreadable {
  return { position: position()(at), message: fault };
}
