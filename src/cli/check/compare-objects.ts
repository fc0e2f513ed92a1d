import { metadataOf, property } from "../../api/json-object.ts";
import type { ObjectReference } from "../../field/error.ts";
import { type Place, placeText } from "../../text/position.ts";
import { type ElectionView, viewOf } from "../../validate/view.ts";
import { ignoredRules } from "./check-object.ts";
import { identityOf } from "./identity-of.ts";
import { objectTitle } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";
import type { SubmittedObject } from "./submissions.ts";
import { addFindings, type CheckTally, type ComparedObject, type InputTally, takesMoreFindings, withPosition } from "./tally.ts";

/**
 * Adds an object to those that `compareObjects` compares. Keeps little of a Lease that no relation
 * rule reports, because a run can contain 100,000 of them.
 */
export function addCompared({ elections }: CheckTally, input: InputTally, submission: SubmittedObject, isDenied: boolean): void {
  const { served, change } = submission;
  const isReported = isReportable(submission);
  if (change.operation !== "DELETE") {
    const object = change.object as object;
    // An object that does not decode is denied. A part of it could decode.
    elections.beside.push({ served, object: isReported || isDenied ? object : withoutOtherParts(object) });
  }
  if (isReported) elections.reportable.push({ input, submission: withoutFields(submission), isDenied });
}

/** Returns the parts of an object that relation rules read when they report another object. */
function withoutOtherParts(object: object): object {
  const { namespace, name, creationTimestamp } = metadataOf(object) ?? {};
  const [apiVersion, kind, spec] = ["apiVersion", "kind", "spec"].map((field) => property(object, field));
  return { apiVersion, kind, metadata: { namespace, name, creationTimestamp }, spec };
}

/**
 * Returns a submission that needs less memory. A Lease without a strategy, in a document of its
 * own, loses the positions of its fields.
 */
function withoutFields(submission: SubmittedObject): SubmittedObject {
  const { served, object, place } = submission;
  const { file, start } = place;
  if (start === undefined || served.gvk.kind !== "Lease" || property(property(object, "spec"), "strategy")) return submission;
  return { ...submission, duplicates: [], place: { file, start, locate: () => start } };
}

/**
 * Reports whether relation rules can report an object. They cannot report a Lease that has a holder
 * and no strategy.
 */
function isReportable({ served, object }: SubmittedObject): boolean {
  const spec = property(object, "spec");
  return served.gvk.kind === "LeaseCandidate" || Boolean(property(spec, "strategy")) || !property(spec, "holderIdentity");
}

/**
 * Runs the relation rules for each object that takes part in an election, and adds their findings
 * to the tally. If a finding names another object of the run, adds the position of that object to
 * the message.
 */
export function compareObjects({ beside, reportable: objects }: CheckTally["elections"], settings: CheckSettings, tally: CheckTally): void {
  const view = viewOf(beside, settings.context.now);
  const context = { ...settings.context, view };
  const placeOf = placesOf(objects);
  for (const repeated of view.ambiguous.slice(0, maxNotices)) tally.notices.push(notComparedText(repeated, placeOf(repeated.object)));
  for (const { input, submission, isDenied } of objects) {
    if (!view.concerns(submission)) continue;
    const { place, object } = submission;
    const { findings, crashes, abstained } = settings.compare({ ...submission, context });
    for (const id of abstained) tally.abstained.set(id, (tally.abstained.get(id) ?? 0) + 1);
    // The findings of the schema are left out, because `checkObject` has already reported them.
    const reported = findings.filter(({ source }) => source === "rule");
    if (reported.length + crashes.length === 0) continue;
    if (!takesMoreFindings(input, place.start ?? place.locate([]))) return;
    const { ignored } = ignoredRules(object);
    const shown = reported.filter(({ origin }) => !ignored.has(origin));
    const hidden = reported.filter(({ origin }) => ignored.has(origin));
    addFindings(input, place, { identity: identityOf(object), findings: shown, ignored: hidden, crashes }, placeOf);
    if (!isDenied && shown.some(({ mode }) => mode === "deny")) tally.denied++;
  }
}

/** Maximum number of notices about objects that occur more than once. */
const maxNotices = 10;

function notComparedText({ object, lease }: ElectionView["ambiguous"][number], place: Place | undefined): string {
  const first = place === undefined ? "" : `, first in ${placeText(place)}`;
  const election = objectTitle({ kind: "Lease", ...lease });
  return `note: ${objectTitle(object)} occurs more than once${first}, so the objects of the election ${election} are not compared; check one variant at a time, or use --each`;
}

/** Returns a function that finds the first position of an object in the run. */
function placesOf(objects: readonly ComparedObject[]): (object: ObjectReference) => Place | undefined {
  let places: ReadonlyMap<string, ComparedObject["submission"]["place"]> | undefined;
  return (object) => {
    places ??= new Map(objects.toReversed().map(({ submission }) => [keyOf(identityOf(submission.object)), submission.place]));
    const place = places.get(keyOf(object));
    return place && withPosition({}, place);
  };
}

function keyOf({ kind, namespace, name }: ObjectReference): string {
  return JSON.stringify([kind, namespace, name]);
}
