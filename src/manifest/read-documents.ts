import type { Result } from "../field/result.ts";
import { type Position, positions, textStart } from "../text/position.ts";
import { type DocumentProblem, type ManifestDocument, toDocument } from "./document.ts";
import { readFastJson } from "./json/fast-json.ts";
import { skipSpace } from "./json/json-offsets.ts";
import { readJson } from "./json/read-json.ts";
import { splitDocuments } from "./split-documents.ts";
import { readPlainYaml } from "./yaml/fast/read-plain-yaml.ts";

type ReadDocument = Result<ManifestDocument, DocumentProblem>;

/**
 * Reads every document of a manifest as kubectl 1.33 and later do, one at a time. Skips empty
 * documents and reads on after a problem. A text that begins with `{` is a stream of JSON objects.
 * If the first or the second object is not JSON, the rest is YAML.
 */
export async function* readDocuments(text: string): AsyncGenerator<ReadDocument, void> {
  const rest = text[skipSpace(text, 0)] === "{" ? yield* readJsonStream(text, textStart) : { text, start: textStart };
  let jsonProblem = rest?.problem;
  // Loading the library takes longer than reading most manifests, and plain YAML does not need it.
  let library: typeof import("./yaml/read-yaml.ts") | undefined;
  for (const chunk of rest === undefined ? [] : splitDocuments(rest.text, rest.start)) {
    if (chunk.ok) {
      const { text, start } = chunk.value;
      let reading = readPlainYaml(text);
      if (reading === undefined) {
        library ??= await import("./yaml/read-yaml.ts");
        reading = library.readYaml(text);
      }
      if (reading.ok && reading.value.value === null) continue;
      const document = toDocument(reading, positions(text, start));
      yield document.ok ? document : (jsonProblem ?? document);
    } else yield jsonProblem ?? chunk;
    jsonProblem = undefined;
  }
}

/**
 * The text after the JSON objects, which may be YAML. If the text is not YAML, `problem` says why
 * the text is not JSON.
 */
interface Rest {
  readonly text: string;
  readonly start: Position;
  readonly problem?: ReadDocument;
}

/**
 * Reads JSON objects one after the other. If the first or the second object is not JSON, returns
 * the rest of the text.
 */
function* readJsonStream(text: string, start: Position): Generator<ReadDocument, Rest | undefined> {
  const position = positions(text, start);
  const fast = readFastJson(text);
  if (fast !== undefined) {
    yield toDocument(fast, position);
    return undefined;
  }
  let count = 0;
  for (let from = skipSpace(text, 0); from < text.length; count++) {
    const reading = readJson(text, from);
    const document = toDocument(reading, position);
    if (!reading.ok && reading.error.final !== true && count < 2)
      return { text: text.slice(from), start: position(from), problem: document };
    yield document;
    if (!reading.ok) return undefined;
    from = skipSpace(text, reading.value.end);
  }
  return undefined;
}
