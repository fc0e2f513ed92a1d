import { dirname } from "node:path";
import { isJsonObject } from "../core/api/json-object.ts";
import { defaultKubernetesVersion } from "../core/api/kubernetes-version.ts";
import { inNamespace, type ListedValue, manifestObjects } from "../core/api/listed-objects.ts";
import { deprecationWarning, type ServedVersion } from "../core/api/served-versions.ts";
import { unvalidatedText } from "../engine/review/unvalidated.ts";
import type { ManifestDocument } from "../manifest/document.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { type FoundReview, findKubernetesReview } from "../recording/recorded-review.ts";
import type { Input } from "../terminal/inputs.ts";
import { addChecked } from "./add-checked.ts";
import { addCompared } from "./add-compared.ts";
import { addSkipped } from "./add-skipped.ts";
import { addUnreadable } from "./add-unreadable.ts";
import { checkObject } from "./check-object.ts";
import { checkReview } from "./check-review.ts";
import { identityOf } from "./identity-of.ts";
import { namedPatch } from "./named-patch.ts";
import { isPlaceholder } from "./placeholder.ts";
import { rendererOf } from "./rendered.ts";
import { neverServedFindings } from "./served-version.ts";
import type { CheckSettings } from "./settings.ts";
import { placeIn, submissionOf } from "./submission-of.ts";
import { addObject, addProblem, type CheckTally, type InputTally, takesMore, tallyInput } from "./tally.ts";
import { isNotForOthers } from "./unreadable.ts";

/**
 * Validates every Lease, LeaseCandidate, and AdmissionReview of one input. Adds the results to the
 * tally. Calls `afterDocument` after each document. Stops if the run has reached its maximum number
 * of findings or objects.
 */
export async function checkInput(
  source: Input,
  settings: CheckSettings,
  tally: CheckTally,
  afterDocument: () => void = () => {},
): Promise<void> {
  const input = tallyInput(tally, source, await namedPatch(source, tally.kustomizations));
  const renderer = rendererOf(source);
  if (renderer !== undefined) tally.sources.set(dirname(source.file), renderer);
  let isTemplate = false;
  for await (const read of readDocuments(source.text, settings.kubernetesVersion)) {
    if (!takesMore(input, read.ok ? read.value.start : read.error)) return;
    if (read.ok) checkDocument(read.value, source, settings, input);
    else if (!isTemplate) isTemplate = addUnreadable(input, source, read.error, settings.strict) === "template";
    afterDocument();
  }
}

function checkDocument(document: ManifestDocument, source: Input, settings: CheckSettings, input: InputTally): void {
  const { value, start } = document;
  if (typeof value !== "object" || Array.isArray(value)) {
    if (settings.strict || isNotForOthers(source, value)) addProblem(input, { ...start, message: "must be an object" });
    else addSkipped(input, placeIn(document, input.file, []), identityOf(value), notAnObject);
  } else {
    const found = findKubernetesReview(value);
    if (found === undefined) checkObjects(document, settings, input);
    else if (found.ok) checkReviewDocument(found.value, document, settings, input);
    else addProblem(input, { ...start, message: found.error });
  }
}

function checkReviewDocument(
  found: FoundReview,
  document: ManifestDocument,
  settings: CheckSettings,
  input: InputTally,
): void {
  const checked = checkReview(found, settings);
  if (!checked.ok) addProblem(input, { ...document.start, message: checked.error });
  else {
    const place = placeIn(document, input.file, [...found.path, "request", checked.value.field]);
    if ("reason" in checked.value) addSkipped(input, place, checked.value.identity, checked.value.reason);
    else addObject(input, place, checked.value);
  }
}

function checkObjects(document: ManifestDocument, settings: CheckSettings, input: InputTally): void {
  const { objects, others } = manifestObjects(document.value);
  for (const other of others) {
    if (!takesMore(input, document.start)) return;
    addOther(other, document, settings, input);
  }
  for (const object of objects) {
    if (!takesMore(input, document.start)) return;
    const submission = submissionOf(object, document, input.file, settings);
    if (submission.ok) {
      if (submission.value.hasOld) input.tally.paired++;
      const found = checkObject(submission.value, settings, input.patchOf !== undefined);
      if (found.patch === undefined) addDeprecation(input.tally, submission.value.served, settings);
      addChecked(input, submission.value.place, found, settings.strict);
      addCompared(input, submission.value, found);
    } else addProblem(input, submission.error);
  }
}

/** Adds a notice with the warning of the API server about a deprecated API version. */
function addDeprecation(
  { deprecations, notices }: CheckTally,
  served: ServedVersion,
  { kubernetesVersion = defaultKubernetesVersion }: CheckSettings,
): void {
  const warning = deprecationWarning(served, kubernetesVersion);
  if (warning === undefined || deprecations.has(warning)) return;
  deprecations.add(warning);
  notices.push(`warning: ${warning}`);
}

/** Adds to the tally a value that is not a Lease or LeaseCandidate of a served version. */
function addOther(
  { value, path }: ListedValue,
  document: ManifestDocument,
  settings: CheckSettings,
  input: InputTally,
): void {
  const all = neverServedFindings(value, settings);
  const place = placeIn(document, input.file, path);
  if (all.length === 0) {
    addSkipped(input, place, identityOf(value), skipReason(value));
    return;
  }
  const identity = identityOf(inNamespace(value as object, settings.namespace));
  const placeholder = all.find(isPlaceholder);
  const findings = all.filter((finding) => !isPlaceholder(finding));
  addChecked(input, place, { identity, findings, ignored: [], crashes: [], placeholder }, settings.strict);
}

const notAnObject = "is not an object";

function skipReason(value: unknown): string {
  return isJsonObject(value) ? unvalidatedText(value) : notAnObject;
}
