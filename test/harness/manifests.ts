import { isUnreadable, type ManifestDocument, type Unreadable } from "../../src/manifest/document.ts";
import { readDocuments } from "../../src/manifest/read-documents.ts";

/** All documents of a manifest at once. */
export async function readAll(text: string): Promise<readonly (ManifestDocument | Unreadable)[]> {
  const documents: (ManifestDocument | Unreadable)[] = [];
  for await (const document of readDocuments(text)) documents.push(document);
  return documents;
}

/** A manifest's last document; throws where that cannot be read. */
export async function lastDocument(text: string): Promise<ManifestDocument> {
  const last = (await readAll(text)).at(-1);
  if (last === undefined || isUnreadable(last)) throw new Error(last?.message ?? "no document");
  return last;
}
