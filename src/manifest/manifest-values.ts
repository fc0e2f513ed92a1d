import { listedValues } from "../core/api/listed-objects.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import type { DocumentProblem } from "./document.ts";
import { readDocuments } from "./read-documents.ts";

/**
 * Returns the value of each document of a manifest, with the items of a List instead of the List.
 * The error is the problem of the first document that cannot be read.
 */
export async function manifestValues(text: string): Promise<Result<readonly unknown[], DocumentProblem>> {
  const values: unknown[] = [];
  for await (const document of readDocuments(text)) {
    if (!document.ok) return failed(document.error);
    for (const { value } of listedValues(document.value.value)) values.push(value);
  }
  return ok(values);
}
