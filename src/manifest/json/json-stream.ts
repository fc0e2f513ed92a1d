import { type Position, positions } from "../../text/position.ts";
import type { ManifestDocument, Unreadable } from "../document.ts";
import { toDocument } from "../reading.ts";
import { readFastJson } from "./fast-json.ts";
import { skipSpace } from "./json-text.ts";
import { readJson } from "./read-json.ts";

/** What follows the JSON of a text, which may be YAML, and what is wrong with it if that is not. */
export interface Rest {
  readonly text: string;
  readonly start: Position;
  readonly fault?: ManifestDocument | Unreadable;
}

/** Reads JSON objects one after the other; where the first or the second is none, the rest is returned. */
export function* readJsonStream(text: string, start: Position): Generator<ManifestDocument | Unreadable, Rest | undefined> {
  const position = positions(text, start);
  const usual = readFastJson(text);
  if (usual !== undefined) {
    yield toDocument(usual, position);
    return undefined;
  }
  let count = 0;
  for (let from = skipSpace(text, 0); from < text.length; count++) {
    const read = readJson(text, from);
    const document = toDocument(read, position);
    if ("fault" in read && read.final !== true && count < 2) return { text: text.slice(from), start: position(from), fault: document };
    yield document;
    if ("fault" in read) return undefined;
    from = skipSpace(text, read.end);
  }
  return undefined;
}
