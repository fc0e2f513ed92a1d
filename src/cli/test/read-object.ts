import { type FieldError, invalid, required } from "../../field/error.ts";
import type { FieldPath } from "../../field/path.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import { inNamespace, type ManifestObject, manifestObjects } from "../../manifest/objects.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import { unknownFields } from "../../schema/unknown-fields.ts";
import { typeFindings } from "../../validate/type-findings.ts";

/** Reads a file. `path` is relative to the directory of the suite. */
export type ReadText = (path: string) => Promise<Result<string, string>>;

/** An object of a case and its served version. */
export type SuiteObject = Pick<ManifestObject, "served" | "object">;

type ReadObject = Result<SuiteObject, readonly FieldError[]>;

/**
 * Reads the object at a path of a suite, or in the file that the suite names at this path. Fails if
 * the object has a field that its kind does not define.
 */
export async function readObject(value: object, path: FieldPath, readText: ReadText): Promise<ReadObject> {
  if (!("file" in value)) return onlyObject([value], path);
  const filePath = [...path, "file"];
  const { file, ...rest } = value;
  if (typeof file !== "string" || Object.keys(rest).length > 0)
    return failed([invalid(filePath, file, "must be a path, and the only field")]);
  const text = await readText(file);
  if (!text.ok) return failed([invalid(filePath, file, text.error)]);
  const values: unknown[] = [];
  for await (const read of readDocuments(text.value)) {
    if (!read.ok) return failed([invalid(filePath, file, `line ${read.error.line}: ${read.error.message}`)]);
    values.push(read.value.value);
  }
  return onlyObject(values, path, filePath);
}

/**
 * Returns the object in a list of values. Fails unless there is exactly one Lease or
 * LeaseCandidate. `filePath` is the field with the file name, which the error names.
 */
function onlyObject(values: readonly unknown[], path: FieldPath, filePath?: FieldPath): ReadObject {
  const documents = values.map(manifestObjects);
  const wrong = documents.flatMap(({ others }) => others.flatMap((other) => typeFindings(other.value)));
  if (wrong.length > 0) return failed(wrong.map((finding) => ({ ...finding, field: [...path, ...finding.field] })));
  const [found, ...others] = documents.flatMap(({ objects }) => objects);
  if (found === undefined || others.length > 0)
    return failed([required(filePath ?? path, "must be one Lease or LeaseCandidate of coordination.k8s.io")]);
  const { served, object } = found;
  const unknown = unknownFields(served.schema, object).map((finding) => ({ ...finding, field: [...path, ...finding.field] }));
  return unknown.length > 0 ? failed(unknown) : ok({ served, object: inNamespace(object, "default") });
}
