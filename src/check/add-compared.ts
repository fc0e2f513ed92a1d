import { fieldAt } from "../core/api/fields.ts";
import { createOf, deleteOf, type ObjectPlace, updateOf } from "../engine/validate/submission.ts";
import { pairKey } from "../engine/validate/view.ts";
import type { Change } from "../rules/rule.ts";
import { isReportable, partsOf } from "../rules/shared/reportable.ts";
import type { CheckedObjectFindings } from "./check-object.ts";
import { isDenied } from "./reports/result.ts";
import type { SubmittedObject } from "./submission-of.ts";
import type { InputTally } from "./tally.ts";

/**
 * Adds the write of an object to the writes that `compareObjects` compares. Keeps only the fields
 * that policies and relation rules read, because a run can contain 100,000 objects. Leaves out an
 * object that does not decode, but its old object counts as replaced.
 */
export function addCompared(input: InputTally, submission: SubmittedObject, found: CheckedObjectFindings): void {
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
