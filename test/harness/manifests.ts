import type { KubernetesVersion } from "../../src/core/api/kubernetes-version.ts";
import type { FieldPath } from "../../src/core/field/path.ts";
import type { Result } from "../../src/core/field/result.ts";
import type { DocumentProblem, ManifestDocument } from "../../src/manifest/document.ts";
import { readDocuments } from "../../src/manifest/read-documents.ts";

/** Reads all documents of a manifest. */
export async function readAll(
  text: string,
  kubernetesVersion?: KubernetesVersion,
): Promise<readonly Result<ManifestDocument, DocumentProblem>[]> {
  const documents: Result<ManifestDocument, DocumentProblem>[] = [];
  for await (const document of readDocuments(text, kubernetesVersion)) documents.push(document);
  return documents;
}

/** Returns the last document of a manifest. Throws if the document cannot be read. */
export async function lastDocument(text: string): Promise<ManifestDocument> {
  const last = (await readAll(text)).at(-1);
  if (!last?.ok) throw new Error(last?.error.message ?? "no document");
  return last.value;
}

/**
 * Yields the path of every value, and for each value also the path of a child that does not exist.
 */
export function* paths(value: unknown, path: FieldPath = []): Generator<FieldPath> {
  yield path;
  yield [...path, "none"];
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value))
    yield* paths(child, [...path, Array.isArray(value) ? Number(key) : key]);
}
