import { isReview } from "../../api/admission.ts";
import { property } from "../../api/json-object.ts";
import type { ServedVersion } from "../../api/served-versions.ts";
import type { FieldPath } from "../../field/path.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import type { ManifestDocument } from "../../manifest/document.ts";
import { inNamespace, type ManifestObject, manifestObjects } from "../../manifest/objects.ts";
import type { Change } from "../../rules/rule.ts";
import { clientUpdateOf, createOf, deleteOf, type ObjectPlace, operationOf, type Submission } from "../../validate/submission.ts";
import { pairKey } from "./old-objects.ts";
import type { CheckSettings } from "./settings.ts";

/** A write of an object that was read from a document. */
export interface PlacedSubmission extends Submission {
  readonly place: ObjectPlace;
}

/**
 * One object of a document, and the write that the settings make of it, or why there is no such
 * write.
 */
export interface SubmittedObject {
  readonly served: ServedVersion;
  readonly object: object;
  /** The path from the root of the document. */
  readonly path: FieldPath;
  readonly submission: Result<PlacedSubmission, string>;
}

/** What a document submits; `skipped` counts objects of other kinds. */
export interface Submissions {
  readonly objects: readonly SubmittedObject[];
  readonly skipped: number;
}

/** The source of `check`: every Lease and LeaseCandidate of a document as one write. */
export function submissionsOf({ value, locate }: ManifestDocument, file: string, settings: CheckSettings): Submissions {
  const { objects, skipped } = manifestObjects(value);
  const submitted = ({ served, object, path }: ManifestObject): SubmittedObject => {
    const sent = inNamespace(object, settings.namespace);
    const change = changeOf(served, sent, settings);
    const place = { file, locate: (field: FieldPath) => locate([...path, ...field]) };
    const submission = change.ok ? ok({ served, change: change.value, context: settings.context, place }) : change;
    return { served, object: sent, path, submission };
  };
  return { objects: objects.map(submitted), skipped };
}

function changeOf(served: ServedVersion, object: object, { operation, oldObjects }: CheckSettings): Result<Change<object>, string> {
  const old = oldObjects.size === 0 ? undefined : oldObjects.get(pairKey(served, object));
  switch (operationOf(operation, old)) {
    case "CREATE":
      return ok(createOf(object));
    case "DELETE":
      return ok(deleteOf(old ?? object));
    case "UPDATE":
      if (old === undefined) return failed("must have an object of its kind, namespace and name in --old to be an update");
      return ok(clientUpdateOf(object, old));
  }
}

/**
 * True for an AdmissionReview of Kubernetes; in a manifest, that kind of another group is skipped.
 */
export function isKubernetesReview(value: unknown): boolean {
  const apiVersion = property(value, "apiVersion");
  return isReview(value) && typeof apiVersion === "string" && apiVersion.startsWith("admission.k8s.io/");
}
