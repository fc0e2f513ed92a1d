import { inNamespace, type ManifestObject, manifestObjects } from "../core/api/listed-objects.ts";
import { coordinationGroup } from "../core/api/served-versions.ts";
import { type FieldError, invalid, required } from "../core/field/error.ts";
import type { FieldPath } from "../core/field/path.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { typeFindings } from "../engine/validate/type-findings.ts";
import { manifestValues } from "../manifest/manifest-values.ts";
import { unknownFields } from "../schema/unknown-fields.ts";

/**
 * Reads the text of a file. `path` is relative to the directory of the suite. The error starts with
 * "must".
 */
export type ReadText = (path: string) => Promise<Result<string, string>>;

/** An object of a suite, its served version, and its path in the value that contains it. */
export type SuiteObject = ManifestObject;

type ReadObject = Result<SuiteObject, readonly FieldError[]>;
export type ReadObjects = Result<readonly SuiteObject[], readonly FieldError[]>;

/**
 * Reads the object at a path of a suite, or in the file that the suite names at this path. Fails if
 * there is not exactly one Lease or LeaseCandidate, or if the object has a field that its kind does
 * not define.
 */
export async function readObject(value: object, path: FieldPath, readText: ReadText): Promise<ReadObject> {
  const read = await readObjects(value, path, readText);
  if (!read.ok) return read;
  const [found, ...others] = read.value;
  if (found !== undefined && others.length === 0) return ok(found);
  return failed([required("file" in value ? [...path, "file"] : path, mustBeObject)]);
}

export const mustBeObject: string = `must be one Lease or LeaseCandidate of ${coordinationGroup}`;

/** Reads the Leases and LeaseCandidates of a value at a path of a suite. */
export async function readObjects(value: object, path: FieldPath, readText: ReadText): Promise<ReadObjects> {
  if (!("file" in value)) return objectsIn([value], path);
  const filePath = [...path, "file"];
  const { file, ...rest } = value;
  if (typeof file !== "string" || Object.keys(rest).length > 0)
    return failed([invalid(filePath, file, "must be a path, and the only field")]);
  const text = await readText(file);
  if (!text.ok) return failed([invalid(filePath, file, text.error)]);
  const values = await manifestValues(text.value);
  if (!values.ok) return failed([invalid(filePath, file, `line ${values.error.line}: ${values.error.message}`)]);
  return objectsIn(values.value, path);
}

/**
 * Returns the Leases and LeaseCandidates in a list of values. An object without a namespace gets
 * the namespace `default`. Fails if an object has a field that its kind does not define. Also fails
 * for a value that is probably a Lease or LeaseCandidate, but not of a served version.
 */
function objectsIn(values: readonly unknown[], path: FieldPath): ReadObjects {
  const documents = values.map(manifestObjects);
  const wrong = documents.flatMap(({ others }) => others.flatMap((other) => typeFindings(other.value)));
  if (wrong.length > 0) return failed(wrong.map((finding) => ({ ...finding, field: [...path, ...finding.field] })));
  const objects = documents.flatMap((document) => document.objects);
  const unknown = objects.flatMap(({ served, object }) => unknownFields(served.schema, object));
  if (unknown.length > 0) return failed(unknown.map((finding) => ({ ...finding, field: [...path, ...finding.field] })));
  return ok(objects.map((found) => ({ ...found, object: inNamespace(found.object) })));
}
