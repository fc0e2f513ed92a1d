import type { FieldPath } from "../field/path.ts";
import { type Position, positions } from "../text/position.ts";
import { isUnreadable, type ManifestDocument, type Unreadable } from "./document.ts";
import { toDocument } from "./reading.ts";
import { type Chunk, splitDocuments } from "./split-documents.ts";
import { readYaml } from "./yaml/read-yaml.ts";

/** The one document of a file that is no manifest. */
export interface SingleDocument extends ManifestDocument {
  /** Where a field's key stands; an item's place, which has none; the nearest ancestor when there is no such field. */
  readonly locateKey: (path: FieldPath) => Position;
}

const start = { line: 1, column: 1 };

/** Reads a text that must be one document of YAML, or JSON, which is YAML as well. */
export function readDocument(text: string): SingleDocument | Unreadable {
  let found: { readonly chunk: Chunk; readonly document: ManifestDocument } | undefined;
  for (const chunk of splitDocuments(text, start)) {
    const reading = chunk.fault ?? readYaml(chunk.text);
    if ("value" in reading && reading.value === null) continue;
    const document = toDocument(reading, positions(chunk.text, chunk.start));
    if (isUnreadable(document)) return document;
    if (found !== undefined) return { position: document.start, message: "must not be a second document" };
    found = { chunk, document };
  }
  return found === undefined ? { position: start, message: "must not be empty" } : { ...found.document, locateKey: keyFinder(found.chunk) };
}

/** Reads anew, for few texts have a fault that is about a key. */
function keyFinder({ text, start }: Chunk): (path: FieldPath) => Position {
  let find: ((path: FieldPath) => Position) | undefined;
  return (path) => {
    if (find === undefined) {
      const read = toDocument(readYaml(text, "keys"), positions(text, start));
      find = isUnreadable(read) ? () => start : read.locate;
    }
    return find(path);
  };
}
