import { dirname } from "node:path";
import { fieldAt } from "../core/api/fields.ts";
import { isJsonObject } from "../core/api/json-object.ts";
import { defaultKubernetesVersion } from "../core/api/kubernetes-version.ts";
import { inNamespace, type ListedValue, manifestObjects } from "../core/api/listed-objects.ts";
import { deprecationWarning, type ServedVersion } from "../core/api/served-versions.ts";
import { placeText } from "../core/text/position.ts";
import { unvalidatedText } from "../engine/review/unvalidated.ts";
import { createOf, deleteOf, type ObjectPlace, updateOf } from "../engine/validate/submission.ts";
import { isProbablyOurs, mayContainLease } from "../engine/validate/type-findings.ts";
import { pairKey } from "../engine/validate/view.ts";
import type { DocumentProblem, ManifestDocument } from "../manifest/document.ts";
import { type NeedsObject, readDocuments } from "../manifest/read-documents.ts";
import { type FoundReview, findKubernetesReview } from "../recording/recorded-review.ts";
import type { Change } from "../rules/rule.ts";
import { isReportable, partsOf } from "../rules/shared/reportable.ts";
import type { Input } from "../terminal/inputs.ts";
import { isForChecks, isSetText, setMemberOf } from "../workload/object-set.ts";
import { addChecked, addSkipped, isTemplate } from "./add-checked.ts";
import { type CheckedObjectFindings, checkObject, neverServedFindings } from "./check-object.ts";
import { addMember } from "./check-object-set.ts";
import { checkReview } from "./check-review.ts";
import { namedPatch } from "./named-patch.ts";
import { isPlaceholder } from "./placeholder.ts";
import { chartRenderingOf, rendererOf } from "./rendered.ts";
import { isDenied } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";
import { identityOf, placeIn, type SubmittedObject, submissionOf } from "./submission-of.ts";
import { addObject, addProblem, type CheckTally, type InputTally, takesMore, tallyInput } from "./tally.ts";

type Unreadable = "problem" | "template" | "skipped";

const noLease = "the file contains no Lease";

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
  for await (const read of readDocuments(source.text, settings.kubernetesVersion, neededBy(source, settings))) {
    if (!takesMore(input, read.ok ? read.value.start : read.error)) return;
    if (read.ok) checkDocument(read.value, source, settings, input);
    else if (!isTemplate) isTemplate = addUnreadable(input, source, read.error, settings.strict) === "template";
    afterDocument();
  }
}

/**
 * Returns the function that reports whether `check` needs an object of an input. It needs every
 * object if it must report each template, or with `strict` each error in the syntax of a file.
 */
function neededBy({ file, text }: Input, { strict }: CheckSettings): NeedsObject | undefined {
  if (strict || (file !== "-" && text.includes("{{"))) return undefined;
  return (type, document) => type.kind.endsWith("List") || isProbablyOurs({ ...type }) || isSetText(type, document);
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
  const place = placeIn(document, input.file, path);
  const member = setMemberOf(value, settings.workloads.namespace, input.patchOf !== undefined);
  if (member !== undefined && isForChecks(member.group) && settings.operation !== "DELETE") {
    addMember(input, place, member);
    return;
  }
  const all = neverServedFindings(value, settings);
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

/**
 * Adds the write of an object to the writes that `compareObjects` compares. Keeps only the fields
 * that policies and relation rules read, because a run can contain 100,000 objects. Leaves out an
 * object that does not decode, but its old object counts as replaced.
 */
function addCompared(input: InputTally, submission: SubmittedObject, found: CheckedObjectFindings): void {
  const { served, object, hasOld, context } = submission;
  const { beside, reportable, replaced } = input.tally.toCompare;
  const key = hasOld ? pairKey({ served, object }) : undefined;
  if (key !== undefined) replaced.add(key);
  if (!found.decodes) return;
  const change = comparedParts(submission.change);
  // The LeaseCandidates are known only at the end of the run, so every Lease counts as one with
  // LeaseCandidates.
  const canBeReported = isReportable(served.gvk.kind, object, true);
  const place = keptPlace(submission, canBeReported);
  if (change.operation !== "DELETE") beside.push({ served, object: change.object, place });
  if (!canBeReported) return;
  const kept = { served, change, context, place };
  reportable.push({
    input,
    submission: kept,
    identity: found.identity,
    ignoredRules: found.ignoredRules,
    isDenied: isDenied(found),
  });
}

function comparedParts(change: Change<unknown>): Change<object> {
  switch (change.operation) {
    case "CREATE":
      return createOf(partsOf(change.object as object));
    case "UPDATE":
      return updateOf(partsOf(change.object as object), partsOf(change.oldObject as object));
    case "DELETE":
      return deleteOf(partsOf(change.oldObject as object));
  }
}

/**
 * Returns the place to keep for an object. A place that locates every field keeps the whole
 * document in memory. For a Lease that has no strategy and is a separate document, keeps only one
 * position, because relation rules report only its `holderIdentity`.
 */
function keptPlace({ served, object, place }: SubmittedObject, canBeReported: boolean): ObjectPlace {
  const { file, start, locate } = place;
  if (start === undefined || served.gvk.kind !== "Lease" || fieldAt(object, "spec", "strategy")) return place;
  const position = canBeReported ? locate(["spec", "holderIdentity"]) : start;
  return { file, start, locate: () => position };
}

/**
 * Adds a document that cannot be read to the tally. With `strict`, or if `unreadable` returns
 * `problem`, the document becomes a problem. Otherwise, it becomes a skipped object. Returns the
 * result of `unreadable`, which does not depend on `strict`.
 */
function addUnreadable(input: InputTally, source: Input, problem: DocumentProblem, strict: boolean): Unreadable {
  const effect = unreadable(source);
  if (strict || effect === "problem")
    addProblem(input, effect === "template" ? { ...problem, message: notATemplate(source.file) } : problem);
  else if (effect === "template") skip(input, problem, isTemplate, templateNotice(source.file));
  else skip(input, problem, `${noLease}: ${problem.message}`, skippedNotice(source.file, problem));
  return effect;
}

/** Adds a document to the skipped objects, and a notice about it. */
function skip(input: InputTally, { line, column }: DocumentProblem, reason: string, notice: string): void {
  const start = { line, column };
  addSkipped(input, { file: input.file, start, locate: () => start }, identityOf(undefined), reason);
  input.tally.notices.push(notice);
}

function rendering(file: string): string {
  return `to check its output, run ${chartRenderingOf(file)}`;
}

function notATemplate(file: string): string {
  return `must not be a template: ${rendering(file)}`;
}

function templateNotice(file: string): string {
  return `${file}: skipped, because it is a template; ${rendering(file)}`;
}

function skippedNotice(file: string, problem: DocumentProblem): string {
  return `${placeText({ file, ...problem })}: skipped, because ${noLease}: ${problem.message}`;
}

/**
 * A file with `{{` is a template, for example of Helm or Ansible. A file that `check` found itself,
 * and that cannot contain a Lease, is usually for another program.
 */
export function unreadable({ file, text, found }: Input): Unreadable {
  if (file !== "-" && text.includes("{{")) return "template";
  return found && !mayContainLease(text) ? "skipped" : "problem";
}

/**
 * Reports whether a document that is not an object is a problem. If the user names the file itself,
 * or if the document is a list with a Lease or a LeaseCandidate, the document is a problem. Any
 * other document is probably for another program.
 */
function isNotForOthers({ found }: Input, value: unknown): boolean {
  return !found || (Array.isArray(value) && value.some((item) => manifestObjects(item).objects.length > 0));
}
