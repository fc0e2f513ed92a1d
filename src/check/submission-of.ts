import { referenceTo, textAt } from "../core/api/fields.ts";
import { inNamespace, type ManifestObject } from "../core/api/listed-objects.ts";
import type { FieldPath } from "../core/field/path.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { oldObjectOf } from "../engine/validate/old-objects.ts";
import { clientChangeOf, type ObjectPlace, type PlacedSubmission } from "../engine/validate/submission.ts";
import type { DocumentProblem, DuplicateField, ManifestDocument } from "../manifest/document.ts";
import { objectTitle } from "../report/object-title.ts";
import type { ObjectIdentity } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";

export interface SubmittedObject extends PlacedSubmission {
  /**
   * The object in the document, with its namespace. For an update, `change` contains the object
   * with the fields that kube-apiserver adds from the old object.
   */
  readonly object: object;
  /** The duplicate fields of the object, with paths relative to the object. */
  readonly duplicates: readonly DuplicateField[];
  /** True if `--old` contains the object as it was before the write. */
  readonly hasOld: boolean;
}

/** Returns the write of an object of a document. */
export function submissionOf(
  { served, object: found, path }: ManifestObject,
  document: ManifestDocument,
  file: string,
  { namespace, operation, oldObjects, context, fieldValidation }: CheckSettings,
): Result<SubmittedObject, DocumentProblem> {
  const object = inNamespace(found, namespace);
  const oldObject = oldObjectOf({ served, object }, oldObjects);
  const change = clientChangeOf(operation, object, oldObject);
  if (!change.ok)
    return failed({ ...document.locate(path), message: `${objectTitle(identityOf(object))}: ${notAnUpdate}` });
  const duplicates = fieldValidation === "ignore" ? [] : document.duplicates(path);
  const hasOld = oldObject !== undefined;
  return ok({
    served,
    change: change.value,
    context,
    place: placeIn(document, file, path),
    object,
    duplicates,
    hasOld,
  });
}

const notAnUpdate = "must have an object of its kind, namespace and name in --old to be an update";

export function placeIn({ start, locate }: ManifestDocument, file: string, path: FieldPath): ObjectPlace {
  return path.length === 0
    ? { file, start, locate }
    : { file, start: undefined, locate: (field) => locate([...path, ...field]) };
}

/** Returns the identity of an object. A field that is missing or not a string is "". */
export function identityOf(object: unknown): ObjectIdentity {
  return { apiVersion: textAt(object, "apiVersion"), ...referenceTo(textAt(object, "kind"), object) };
}
