import type { ObjectReference } from "../../field/error.ts";
import { placeText } from "../../text/position.ts";
import { type ViewedObject, viewOf } from "../../validate/view.ts";
import { ignoredRules } from "./check-object.ts";
import { identityOf } from "./identity-of.ts";
import { objectTitle } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";
import { addFindings, type CheckTally, type ComparedObject, takesMore, withPosition } from "./tally.ts";

/**
 * Runs the relation rules for each object that takes part in an election, and adds their findings to
 * the tally. A finding names the position of the object that it contradicts.
 */
export function compareObjects(objects: readonly ComparedObject[], settings: CheckSettings, tally: CheckTally): void {
  const view = viewOf(viewedObjects(objects), settings.context.now);
  const compared = objects.filter(({ submission }) => view.concerns(submission));
  const places = new Map(compared.toReversed().map(({ submission }) => [keyOf(identityOf(submission.object)), submission.place]));
  const placeOf = (object: ObjectReference) => {
    const place = places.get(keyOf(object));
    return place && withPosition({}, place);
  };
  tally.notices.push(
    ...view.ambiguous.slice(0, maxNotices).map(({ object, lease }) => {
      const [place, election] = [placeOf(object), objectTitle({ kind: "Lease", ...lease })];
      const repeated = `${objectTitle(object)} occurs more than once${place === undefined ? "" : `, first in ${placeText(place)}`}`;
      return `note: ${repeated}, so the objects of the election ${election} are not compared; check one variant at a time, or use --each`;
    }),
  );
  for (const { input, submission, isDenied } of compared) {
    if (!takesMore(input, submission.place.start ?? submission.place.locate([]))) return;
    const { findings, crashes, abstained } = settings.compare({ ...submission, context: { ...submission.context, view } });
    const { ignored } = ignoredRules(submission.object);
    const reported = findings.filter(({ source }) => source === "rule");
    const shown = reported.filter(({ origin }) => !ignored.has(origin));
    const hidden = reported.filter(({ origin }) => ignored.has(origin));
    addFindings(input, submission.place, { identity: identityOf(submission.object), findings: shown, ignored: hidden, crashes }, placeOf);
    for (const id of abstained) tally.abstained.set(id, (tally.abstained.get(id) ?? 0) + 1);
    if (!isDenied && shown.some(({ mode }) => mode === "deny")) tally.denied++;
  }
}

/** Maximum number of notices about objects that occur more than once. */
const maxNotices = 10;

/** Yields the objects that exist after the writes of a run. */
function* viewedObjects(objects: readonly ComparedObject[]): Iterable<ViewedObject> {
  for (const { submission } of objects) {
    const { served, change } = submission;
    if (change.operation !== "DELETE") yield { served, object: change.object as object };
  }
}

function keyOf({ kind, namespace, name }: ObjectReference): string {
  return JSON.stringify([kind, namespace, name]);
}
