import { type FieldError, invalid, required } from "../../field/error.ts";
import type { FieldPath } from "../../field/path.ts";
import { isUnreadable } from "../../manifest/document.ts";
import { inNamespace, type ManifestObject, manifestObjects } from "../../manifest/objects.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import { unknownFields } from "../../schema/unknown-fields.ts";

/** The text of a file, its path from the suite's folder on, or why there is none. */
export type ReadText = (path: string, kind?: "policy") => Promise<string | { readonly fault: string }>;

/** What a case may hold of an object: its version, and itself. */
export type SuiteObject = Pick<ManifestObject, "served" | "object">;

/** The object that stands at a path of a suite, or in the file that is named there; a field that no such object has is a fault. */
export async function readObject(value: object, path: FieldPath, readText: ReadText): Promise<SuiteObject | readonly FieldError[]> {
  if (!("file" in value)) return onlyObject([value], path);
  const { file, ...rest } = value;
  if (typeof file !== "string" || Object.keys(rest).length > 0)
    return [invalid([...path, "file"], file, "must be a path, and stand alone")];
  const text = await readText(file);
  if (typeof text !== "string") return [invalid([...path, "file"], file, text.fault)];
  const values: unknown[] = [];
  for await (const read of readDocuments(text)) {
    if (isUnreadable(read)) return [invalid([...path, "file"], file, `line ${read.position.line}: ${read.message}`)];
    values.push(read.value);
  }
  return onlyObject(values, path, [...path, "file"]);
}

/** Faults of a file's object are told where the file is named. */
function onlyObject(values: readonly unknown[], path: FieldPath, filePath?: FieldPath): SuiteObject | readonly FieldError[] {
  const [found, ...others] = values.flatMap((value) => manifestObjects(value).objects);
  if (found === undefined || others.length > 0)
    return [required(filePath ?? path, "must be one Lease or LeaseCandidate of coordination.k8s.io")];
  const faults = unknownFieldsOf(found, path);
  return faults.length > 0 ? faults : { served: found.served, object: inNamespace(found.object, "default") };
}

/** The fields that an object has and its kind has not, in a suite at a path. */
function unknownFieldsOf({ served, object }: SuiteObject, path: FieldPath): readonly FieldError[] {
  return unknownFields(served.schema, object).map((fault) => ({ ...fault, field: [...path, ...fault.field] }));
}
