import type { FieldPath } from "../../field/path.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import type { DocumentProblem, DuplicateField, ManifestDocument } from "../../manifest/document.ts";
import { inNamespace, type ManifestObject } from "../../manifest/objects.ts";
import { objectTitle } from "../../report/object-title.ts";
import { pairKey } from "../../validate/pair-key.ts";
import { clientChangeOf, type ObjectPlace, type Submission } from "../../validate/submission.ts";
import { identityOf } from "./identity-of.ts";
import type { CheckSettings } from "./settings.ts";

/** The write of an object in a document. */
export interface SubmittedObject extends Required<Submission> {
  /**
   * The object in the document, with its namespace. For an update, `change` contains the object
   * with the fields that kube-apiserver adds from the old object.
   */
  readonly object: object;
  /**
   * The duplicate fields of the object. Empty without `--strict`. The paths are relative to the
   * object.
   */
  readonly duplicates: readonly DuplicateField[];
  /** True if `--old` contains the object as it was before the write. */
  readonly hasOld: boolean;
}

/**
 * Yields one write for each object of a document. Yields an error if the write is impossible, such
 * as an update without an old object. Creates each write on demand, because a List can contain
 * 100,000 objects.
 */
export function* submissionsOf(
  objects: readonly ManifestObject[],
  document: ManifestDocument,
  file: string,
  settings: CheckSettings,
): Iterable<Result<SubmittedObject, DocumentProblem>> {
  const { namespace, operation, oldObjects, context, strict } = settings;
  for (const { served, object: found, path } of objects) {
    const object = inNamespace(found, namespace);
    const key = oldObjects.size === 0 ? undefined : pairKey({ served, object });
    const oldObject = key === undefined ? undefined : oldObjects.get(key);
    const change = clientChangeOf(operation, object, oldObject);
    if (change.ok) {
      const duplicates = strict ? duplicatesIn(document, path) : [];
      const hasOld = oldObject !== undefined;
      yield ok({ served, change: change.value, context, place: placeIn(document, file, path), object, duplicates, hasOld });
    } else {
      yield failed({ ...document.locate(path), message: `${objectTitle(identityOf(object))}: ${notAnUpdate}` });
    }
  }
}

const notAnUpdate = "must have an object of its kind, namespace and name in --old to be an update";

/**
 * Returns the place of the object at a path of a document. The position `start` is undefined for an
 * object inside the document, such as an item of a List.
 */
export function placeIn({ start, locate }: ManifestDocument, file: string, path: FieldPath): ObjectPlace {
  return { file, ...(path.length === 0 && { start }), locate: (field) => locate([...path, ...field]) };
}

function duplicatesIn(document: ManifestDocument, path: FieldPath): readonly DuplicateField[] {
  const inside = document.duplicates().filter((duplicate) => path.every((step, index) => duplicate.path[index] === step));
  return inside.map((duplicate) => ({ ...duplicate, path: duplicate.path.slice(path.length) }));
}
