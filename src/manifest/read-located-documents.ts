import type { FieldPath } from "../core/field/path.ts";
import { ok, type Result } from "../core/field/result.ts";
import { type Position, positions, textStart } from "../core/text/position.ts";
import { type DocumentProblem, type ManifestDocument, toDocument } from "./document.ts";
import { type Chunk, splitDocuments } from "./split-documents.ts";
import { readYaml } from "./yaml/read-yaml.ts";
import { noCounts, type YamlCounts } from "./yaml/yaml-source.ts";

export interface LocatedDocument extends ManifestDocument {
  /**
   * Returns the position of the key of a field, or of a list item. If the field does not exist,
   * returns the position of the nearest ancestor that exists.
   */
  readonly locateKey: (path: FieldPath) => Position;
}

/**
 * Maximum number of tokens of all documents together, because the thread in which a server reads a
 * policy has little memory. 100,000 tokens take less than a second and 50 MB of memory. A policy
 * with 2,000 exemptions has 100,000 tokens.
 */
const maxTokens = 100_000;

/** Reads all documents of a configuration file. Fails with the first problem. */
export type ReadLocatedDocuments = (text: string) => Result<readonly LocatedDocument[], DocumentProblem>;

/**
 * Returns a reader of configuration files. It reads JSON as YAML, and skips empty documents. The
 * files that one reader reads share the limits.
 */
export function configurationReader(): ReadLocatedDocuments {
  const counts = noCounts(maxTokens);
  return (text) => readLocatedDocuments(text, counts);
}

function readLocatedDocuments(text: string, counts: YamlCounts): ReturnType<ReadLocatedDocuments> {
  const found: LocatedDocument[] = [];
  for (const chunk of splitDocuments(text, textStart)) {
    if (!chunk.ok) return chunk;
    const reading = readYaml(chunk.value.text, "values", counts);
    if (reading.ok && reading.value.value === null) continue;
    const document = toDocument(reading, positions(chunk.value.text, chunk.value.start));
    if (!document.ok) return document;
    found.push({ ...document.value, locateKey: keyFinder(chunk.value) });
  }
  return ok(found);
}

/**
 * Returns a function that finds the position of a key. The returned function reads the text again
 * at its first call, because most callers never need the position of a key.
 */
function keyFinder({ text, start }: Chunk): (path: FieldPath) => Position {
  let find: ((path: FieldPath) => Position) | undefined;
  return (path) => {
    if (find === undefined) {
      const read = toDocument(readYaml(text, "keys", noCounts(maxTokens)), positions(text, start));
      find = read.ok ? read.value.locate : () => start;
    }
    return find(path);
  };
}
