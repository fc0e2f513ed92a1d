import { type ObjectReference, referenceKey } from "../../field/object-reference.ts";
import { objectOf } from "../../rules/rule.ts";
import type { Place } from "../../text/position.ts";
import { remainingObjects } from "../../validate/old-objects.ts";
import { referenceOf, viewOf } from "../../validate/view.ts";
import { addNotCompared } from "./not-compared.ts";
import { isDenied } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";
import { addFindings, type CheckTally, type ObjectsToCompare, type PlacedObject, takesMoreFindings } from "./tally.ts";
import { withPosition } from "./with-position.ts";

/**
 * Adds the findings of the relation rules to the tally. If a finding names another object of the
 * run, adds the position of that object to the message. Skips elections in which an object occurs
 * more than once.
 */
export function compareObjects(toCompare: ObjectsToCompare, settings: CheckSettings, tally: CheckTally): void {
  const { beside, reportable, replaced } = toCompare;
  if (reportable.length === 0) return;
  const view = viewOf([...beside, ...remainingObjects(settings.oldObjects, replaced)], settings.context.now);
  const context = { ...settings.context, view };
  const placeOf = placesOf(beside);
  addNotCompared(view, settings.context.now, tally);
  for (const { input, submission, identity, ignoredRules, isDenied: wasDenied } of reportable) {
    const { served, change, place } = submission;
    const viewed = { served, object: objectOf(change) as object };
    if (!view.concerns(viewed)) continue;
    const { findings, crashes, abstained } = settings.compare({ ...submission, context });
    for (const id of abstained) tally.abstained.set(id, (tally.abstained.get(id) ?? 0) + 1);
    if (findings.length + crashes.length === 0) continue;
    if (!takesMoreFindings(input, place.start ?? place.locate([]))) return;
    const shown = findings.filter(({ origin }) => !ignoredRules.has(origin));
    const ignored = findings.filter(({ origin }) => ignoredRules.has(origin));
    addFindings(input, place, { identity, findings: shown, ignored, crashes }, placeOf);
    if (!wasDenied && isDenied({ findings: shown })) tally.denied++;
  }
}

/**
 * Returns a function that returns the position of an object of the run, or undefined for an object
 * of `--old`.
 */
function placesOf(objects: readonly PlacedObject[]): (object: ObjectReference) => Place | undefined {
  let places: ReadonlyMap<string, PlacedObject["place"]> | undefined;
  return (object) => {
    places ??= new Map(objects.map((each) => [referenceKey(referenceOf(each)), each.place]));
    const place = places.get(referenceKey(object));
    return place && withPosition({}, place);
  };
}
