import type { ManifestDocument } from "../../manifest/document.ts";
import { manifestObjects } from "../../manifest/objects.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import type { Input } from "../shared/inputs.ts";
import { addUnreadable } from "./add-unreadable.ts";
import { checkObject } from "./check-object.ts";
import { checkReview, isKubernetesReview } from "./check-review.ts";
import { jsonReading } from "./json-reading.ts";
import type { CheckSettings } from "./settings.ts";
import { placeIn, submissionsOf } from "./submissions.ts";
import { addObject, addProblem, type CheckTally, type InputTally, takesMore, tallyInput } from "./tally.ts";
import { mustBeObject } from "./unreadable.ts";

/**
 * Validates every Lease, LeaseCandidate, and AdmissionReview of one input. Adds the results to the
 * tally. Calls `afterDocument` after each document. Stops if the run has too many findings.
 */
export async function checkInput(
  source: Input,
  settings: CheckSettings,
  tally: CheckTally,
  afterDocument: () => void = () => {},
): Promise<void> {
  const input = tallyInput(tally, source.file, source.text);
  let isTemplate = false;
  for await (const read of readDocuments(source.text, jsonReading(settings.release))) {
    if (!takesMore(input, read.ok ? read.value.start : read.error)) return;
    if (read.ok) checkDocument(read.value, source, settings, input);
    else if (!isTemplate) isTemplate = addUnreadable(input, source, read.error, settings.strict) === "template";
    afterDocument();
  }
}

function checkDocument(document: ManifestDocument, source: Input, settings: CheckSettings, input: InputTally): void {
  const { value, start } = document;
  if (typeof value !== "object" || Array.isArray(value)) {
    if (settings.strict || mustBeObject(source, value)) addProblem(input, { ...start, message: "must be an object" });
    else input.tally.skipped++;
  } else if (isKubernetesReview(value)) checkReviewDocument(document, settings, input);
  else checkObjects(document, settings, input);
}

function checkReviewDocument(document: ManifestDocument, settings: CheckSettings, input: InputTally): void {
  const checked = checkReview(document.value, settings);
  if (!checked.ok) addProblem(input, { ...document.start, message: checked.error });
  else if (checked.value === undefined) input.tally.skipped++;
  else addObject(input, placeIn(document, input.file, ["request", "object"]), checked.value);
}

function checkObjects(document: ManifestDocument, settings: CheckSettings, input: InputTally): void {
  const { objects, skipped } = manifestObjects(document.value);
  input.tally.skipped += skipped;
  for (const submission of submissionsOf(objects, document, input.file, settings)) {
    if (!takesMore(input, document.start)) return;
    if (submission.ok) addObject(input, submission.value.place, checkObject(submission.value, settings));
    else addProblem(input, submission.error);
  }
}
