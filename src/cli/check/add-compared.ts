import { property } from "../../api/json-object.ts";
import type { Change } from "../../rules/rule.ts";
import { isReportable, partsOf } from "../../rules/shared/reportable.ts";
import { pairKey } from "../../validate/pair-key.ts";
import type { ObjectPlace } from "../../validate/submission.ts";
import type { CheckedObjectFindings } from "./check-object.ts";
import { isDenied } from "./reports/result.ts";
import type { SubmittedObject } from "./submissions.ts";
import type { InputTally } from "./tally.ts";

/**
 * Adds the write of an object to the writes that `compareObjects` compares. Keeps only the fields
 * that policies and relation rules read, because a run can contain 100,000 objects. Leaves out an
 * object that does not decode.
 */
export function addCompared(input: InputTally, submission: SubmittedObject, found: CheckedObjectFindings): void {
  const { served, object, hasOld, context } = submission;
  const { beside, reportable, replaced } = input.tally.elections;
  const key = hasOld ? pairKey({ served, object }) : undefined;
  if (key !== undefined) replaced.add(key);
  if (!found.decodes) return;
  const change = comparedParts(submission.change);
  const place = isPlaceEnough(submission) ? startOf(submission.place) : submission.place;
  if (change.operation !== "DELETE") beside.push({ served, object: change.object, place });
  // The candidates are known only at the end of the run, so every Lease counts as one with
  // candidates.
  if (!isReportable(served.gvk.kind, object, true)) return;
  const kept = { served, change, context, place };
  reportable.push({
    input,
    submission: kept,
    identity: found.identity,
    ignored: found.ignoredRules,
    isDenied: isDenied(found),
  });
}

function comparedParts(change: Change<unknown>): Change<object> {
  switch (change.operation) {
    case "CREATE":
      return { ...change, object: partsOf(change.object as object) };
    case "UPDATE":
      return { ...change, object: partsOf(change.object as object), oldObject: partsOf(change.oldObject as object) };
    case "DELETE":
      return { ...change, oldObject: partsOf(change.oldObject as object) };
  }
}

/**
 * Reports whether the start of an object is a good enough position for all findings of relation
 * rules. True for a Lease without a strategy in a document of its own, because relation rules
 * report only that its `holderIdentity` is missing.
 */
function isPlaceEnough({ served, object, place }: SubmittedObject): boolean {
  return place.start !== undefined && served.gvk.kind === "Lease" && !property(property(object, "spec"), "strategy");
}

/**
 * Returns a place that locates every field at the start of the object. The positions of the fields
 * would need more memory.
 */
function startOf(place: ObjectPlace): ObjectPlace {
  const { file, start = place.locate([]) } = place;
  return { file, start, locate: () => start };
}
