import { ok } from "../../field/result.ts";
import { decodeText } from "../../manifest/decode-text.ts";
import type { ManifestDocument } from "../../manifest/document.ts";
import { readPrintedDocuments } from "../../manifest/read-documents.ts";
import { placeText } from "../../text/position.ts";
import { UsageError } from "./errors.ts";
import { type InputFormat, readInputs } from "./inputs.ts";

/**
 * The format of files with the objects of a cluster. The maximum size is enough for 100,000 Leases.
 * It is less than the maximum length of a string in V8, which is 2^29 - 24 UTF-16 code units.
 */
const dumpFormat: InputFormat = {
  maxBytes: 256 * 2 ** 20,
  remedy: "use -n with kubectl get",
  decode: (bytes) => ok(decodeText(bytes)),
};

/** A document with objects of a cluster, and the name of its file. */
export interface DumpDocument extends ManifestDocument {
  readonly file: string;
}

/**
 * Reads the documents of files that kubectl get printed. Throws a usage error if a file or a
 * document cannot be read.
 */
export async function* dumpDocuments(paths: readonly string[]): AsyncGenerator<DumpDocument, void> {
  for await (const input of readInputs(paths, dumpFormat)) {
    if (!input.ok) throw new UsageError(`${input.error.file} ${input.error.message}`);
    const { file, text } = input.value;
    for await (const document of readPrintedDocuments(text)) {
      if (!document.ok) throw new UsageError(`${placeText({ file, ...document.error })}: ${document.error.message}`);
      yield { ...document.value, file };
    }
  }
}
