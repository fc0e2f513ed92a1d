import { firstWithJsonOrYaml, isBefore, type KubernetesVersion } from "../core/api/kubernetes-version.ts";
import { ok, type Result } from "../core/field/result.ts";
import { skipSpace } from "../core/text/json-scan.ts";
import { type Position, positions, textStart } from "../core/text/position.ts";
import {
  type DocumentProblem,
  type ManifestDocument,
  type Reading,
  type ReadingProblem,
  toDocument,
} from "./document.ts";
import { readFastJson } from "./json/fast-json.ts";
import { readJson } from "./json/read-json.ts";
import { splitDocuments } from "./split-documents.ts";
import { type ObjectType, readOutline } from "./yaml/fast/read-outline.ts";
import { readPlainYaml } from "./yaml/fast/read-plain-yaml.ts";

type ReadDocument = Result<ManifestDocument, DocumentProblem>;

/** Reports whether a caller needs more of an object than its type and names. */
export type NeedsObject = (type: ObjectType, text: string) => boolean;

/**
 * Reads the documents of a manifest one at a time, as kubectl does. Skips empty documents, and
 * continues after a problem in YAML, but not in JSON. A manifest that begins with `{` is a stream
 * of JSON objects. If the first or the second object is not JSON, the kubectl of 1.33 and later
 * reads the rest of the manifest as YAML. Without a version, reads as the newest kubectl. Of an
 * object in YAML for which `needs` returns false, reads only the type and the names, which takes a
 * hundredth of the time.
 */
export async function* readDocuments(
  text: string,
  kubernetesVersion?: KubernetesVersion,
  needs?: NeedsObject,
): AsyncGenerator<ReadDocument, void> {
  const isOnlyJson = kubernetesVersion !== undefined && isBefore(kubernetesVersion, firstWithJsonOrYaml);
  const rest =
    text[skipSpace(text, 0)] === "{" ? yield* readJsonStream(text, isOnlyJson ? 0 : 2) : { text, start: textStart };
  let jsonProblem = rest?.problem;
  // Imports the YAML library only for a document that needs it. The import takes longer than
  // reading most manifests, and `readPlainYaml` does not need the library.
  let library: typeof import("./yaml/read-yaml.ts") | undefined;
  for (const chunk of rest === undefined ? [] : splitDocuments(rest.text, rest.start)) {
    if (chunk.ok) {
      const { text, start } = chunk.value;
      let reading = needs && outlineUnless(needs, text);
      reading ??= readPlainYaml(text);
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

function outlineUnless(needs: NeedsObject, text: string): Result<Reading, ReadingProblem> | undefined {
  const outline = readOutline(text);
  return outline === undefined || needs(outline.value, text) ? undefined : ok(outline);
}

/**
 * The text after the JSON objects, which can be YAML. If the text starts like JSON but is not YAML,
 * `problem` is the error to report. If `problem` is absent, the error of the YAML parser is the
 * error to report.
 */
interface Rest {
  readonly text: string;
  readonly start: Position;
  readonly problem?: ReadDocument;
}

/**
 * Yields the JSON objects of a stream, up to the first problem. If one of the first `guessed`
 * objects is not JSON syntax, returns the text from this object on instead of the problem.
 */
function* readJsonStream(text: string, guessed: number): Generator<ReadDocument, Rest | undefined> {
  const position = positions(text, textStart);
  const fast = readFastJson(text);
  if (fast !== undefined) {
    yield toDocument(fast, position);
    return undefined;
  }
  let count = 0;
  for (let from = skipSpace(text, 0); from < text.length; count++) {
    const reading = readJson(text, from);
    const document = toDocument(reading, position);
    if (!reading.ok && reading.error.final !== true && count < guessed)
      return { text: text.slice(from), start: position(from), ...(startsAsJson(text, from) && { problem: document }) };
    yield document;
    if (!reading.ok) return undefined;
    from = skipSpace(text, reading.value.end);
  }
  return undefined;
}

/** Reports whether the first key of an object is in double quotes, as in JSON. */
function startsAsJson(text: string, from: number): boolean {
  return text[from] === "{" && text[skipSpace(text, from + 1)] === '"';
}
