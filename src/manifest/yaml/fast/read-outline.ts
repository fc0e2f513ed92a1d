import { newline, space } from "../../../core/text/character-codes.ts";
import type { Reading } from "../../document.ts";
import { type Cursor, endOfLine, skipSpaces, toContent } from "./block-lines.ts";

/** The type of an object that a document contains. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The reading of a document whose value has only the type and the names of its object. */
export interface OutlineReading extends Reading {
  readonly value: ObjectType & { readonly metadata: Readonly<Partial<Record<"name" | "namespace", string>>> };
}

/** A key of a map, and its colon. */
const entryKey = /([A-Za-z][\w./-]*):(?= |\n|$)/y;

const plainWord = /^(["']?)([A-Za-z][\w./-]*)\1$/;

/**
 * Reads the type and the names of an object without the rest of its document, whose syntax can be
 * wrong. Returns undefined unless the fields of the object are lines without indentation, and the
 * types and names are single words.
 */
export function readOutline(text: string): OutlineReading | undefined {
  const fields = new Map<string, string | undefined>();
  let start = -1;
  let metadata: Map<string, string | undefined> | undefined = new Map();
  for (const at of unindentedLines(text)) {
    const { key, value } = entryAt(text, at);
    if (key === undefined) {
      // An item of a list that is the value of a field, or a comment.
      if (start !== -1 && text.startsWith("- ", at)) continue;
      return undefined;
    }
    if (fields.has(key)) return undefined;
    if (start === -1) start = at;
    fields.set(key, value);
    if (key === "metadata") metadata = value === undefined ? nestedFields(text, endOfLine(text, at) + 1) : undefined;
    else if ((key === "kind" || key === "apiVersion") && nextColumn(text, at) > 0) return undefined;
  }
  const [apiVersion, kind] = [wordOf(fields.get("apiVersion")), wordOf(fields.get("kind"))];
  if (apiVersion === undefined || kind === undefined || metadata === undefined) return undefined;
  const [name, namespace] = [metadata.get("name"), metadata.get("namespace")].map(wordOf);
  if (name === undefined || (namespace === undefined && metadata.has("namespace"))) return undefined;
  const value = { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace } };
  return { value, start, offsetOf: () => start, duplicates: () => [] };
}

/** Returns the key at an offset, and its value if it begins on the same line. */
function entryAt(text: string, at: number): { readonly key?: string; readonly value?: string } {
  entryKey.lastIndex = at;
  const [all = "", key] = entryKey.exec(text) ?? [];
  if (key === undefined) return {};
  const value = text.slice(at + all.length, endOfLine(text, at)).trim();
  return value === "" ? { key } : { key, value };
}

function wordOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : plainWord.exec(value)?.[2];
}

/** Yields the offset of each line that begins with another character than a space or `#`. */
function* unindentedLines(text: string): Generator<number> {
  for (let at = 0; at < text.length; at = endOfLine(text, at) + 1) {
    const first = text.charCodeAt(at);
    if (first !== space && first !== newline && text[at] !== "#") yield at;
  }
}

/**
 * Returns the fields of a map in a map, without their own fields. The offset is that of its first
 * line.
 */
function nestedFields(text: string, from: number): Map<string, string | undefined> | undefined {
  const fields = new Map<string, string | undefined>();
  const indent = skipSpaces(text, from) - from;
  if (indent === 0) return undefined;
  for (let at = from; text.charCodeAt(at) === space; at = endOfLine(text, at) + 1) {
    if (skipSpaces(text, at) - at !== indent) continue;
    const { key, value } = entryAt(text, at + indent);
    if (key === undefined) continue;
    if (fields.has(key) || (value !== undefined && nextColumn(text, at) > indent)) return undefined;
    fields.set(key, value);
  }
  return fields;
}

/** Returns the number of spaces before the next content after a line, which can continue it. */
function nextColumn(text: string, line: number): number {
  const cursor: Cursor = { text, offsets: [], at: line, column: 0, depth: 0 };
  toContent(cursor, endOfLine(text, line) + 1);
  return cursor.column;
}
