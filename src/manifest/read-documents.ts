import { positions } from "../text/position.ts";
import { isUnreadable, type ManifestDocument, type Unreadable } from "./document.ts";
import { readJsonStream } from "./json/json-stream.ts";
import { skipSpace } from "./json/json-text.ts";
import { toDocument } from "./reading.ts";
import { splitDocuments } from "./split-documents.ts";
import { readPlainYaml } from "./yaml/fast/read-plain-yaml.ts";

/**
 * Every document of a manifest as kubectl 1.33 and later read it, broken ones too, one at a time; empty ones are left out.
 * A text that begins with `{` is JSON objects one after the other; where the first or the second is none, the rest is YAML.
 */
export async function* readDocuments(text: string): AsyncGenerator<ManifestDocument | Unreadable, void> {
  const start = { line: 1, column: 1 };
  const rest = text[skipSpace(text, 0)] === "{" ? yield* readJsonStream(text, start) : { text, start };
  let fault = rest?.fault;
  // It takes longer to load than most manifests take to read, and they can do without it.
  let library: typeof import("./yaml/read-yaml.ts") | undefined;
  for (const chunk of rest === undefined ? [] : splitDocuments(rest.text, rest.start)) {
    let reading = chunk.fault ?? readPlainYaml(chunk.text);
    if (reading === undefined) {
      library ??= await import("./yaml/read-yaml.ts");
      reading = library.readYaml(chunk.text);
    }
    if ("value" in reading && reading.value === null) continue;
    const read = toDocument(reading, positions(chunk.text, chunk.start));
    // Where YAML cannot read on either, it is the JSON that is at fault.
    yield fault !== undefined && isUnreadable(read) ? fault : read;
    fault = undefined;
  }
}
