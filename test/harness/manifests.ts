import type { FieldPath } from "../../src/field/path.ts";
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

/** The ways to all values, and from each to one that is not there. */
export function* paths(value: unknown, path: FieldPath = []): Generator<FieldPath> {
  yield path;
  yield [...path, "none"];
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* paths(child, [...path, Array.isArray(value) ? Number(key) : key]);
}
