import { metadataOf } from "../../api/json-object.ts";
import type { ServedVersion } from "../../api/served-versions.ts";
import type { FieldPath } from "../../field/path.ts";
import type { ManifestDocument } from "../../manifest/document.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import type { Input } from "../shared/inputs.ts";
import { checkObject } from "./check-object.ts";
import { checkReview } from "./check-review.ts";
import type { ObjectIdentity } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";
import { isKubernetesReview, submissionsOf } from "./submissions.ts";
import { addObject, addProblem, type CheckedSubmission, type InputTally, type Tally, tallyInput } from "./tally.ts";

/**
 * Validates every Lease and LeaseCandidate of one input, and every AdmissionReview, and adds the
 * results to the tally; `afterDocument` is called after each document.
 */
export async function checkInput(
  { file, text }: Input,
  settings: CheckSettings,
  tally: Tally,
  afterDocument: () => void = () => {},
): Promise<void> {
  const input = tallyInput(tally, file, text);
  for await (const read of readDocuments(text)) {
    if (read.ok) checkDocument(read.value, file, settings, input);
    else addProblem(input, read.error.position, read.error.message);
    afterDocument();
  }
}

function checkDocument(document: ManifestDocument, file: string, settings: CheckSettings, input: InputTally): void {
  const { value, start } = document;
  if (typeof value !== "object" || Array.isArray(value)) addProblem(input, start, "must be an object");
  else if (isKubernetesReview(value)) checkReviewDocument(document, settings, input);
  else checkObjects(document, file, settings, input);
}

function checkReviewDocument({ value, start, locate }: ManifestDocument, settings: CheckSettings, input: InputTally): void {
  const checked = checkReview(value, settings);
  if (!checked.ok) addProblem(input, start, checked.error);
  else if (checked.value === undefined) input.tally.skipped++;
  else {
    const place = { file: input.file, locate: (field: FieldPath) => locate(["request", "object", ...field]) };
    addObject(input, { ...checked.value, place, start: () => place.locate([]), duplicates: [] });
  }
}

function checkObjects(document: ManifestDocument, file: string, settings: CheckSettings, input: InputTally): void {
  const { objects, skipped } = submissionsOf(document, file, settings);
  input.tally.skipped += skipped;
  for (const { served, object, path, submission } of objects) {
    const identity = identityOf(served, object);
    if (submission.ok) {
      const { place } = submission.value;
      // The items of a List are located only if a report needs their positions.
      const start = path.length === 0 ? document.start : () => place.locate([]);
      const duplicates = settings.strict ? duplicatesIn(document, path) : [];
      addObject(input, { identity, ...checkObject(object, submission.value, settings), place, start, duplicates });
    } else addProblem(input, document.locate(path), `${identity.kind} ${identity.name}: ${submission.error}`);
  }
}

/** The duplicate fields of one object of a document, with their paths from that object on. */
function duplicatesIn({ duplicates }: ManifestDocument, path: FieldPath): CheckedSubmission["duplicates"] {
  const inside = duplicates().filter((duplicate) => path.every((step, index) => duplicate.path[index] === step));
  return inside.map((duplicate) => ({
    field: duplicate.path.slice(path.length),
    position: duplicate.position,
    message: duplicate.message,
  }));
}

function identityOf({ gvk }: ServedVersion, object: object): ObjectIdentity {
  const { name, namespace } = metadataOf(object) ?? {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { apiVersion: `${gvk.group}/${gvk.version}`, kind: gvk.kind, namespace: text(namespace), name: text(name) };
}
