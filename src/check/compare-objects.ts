import { type ObjectReference, referenceKey } from "../core/field/object-reference.ts";
import type { Place } from "../core/text/position.ts";
import { compareMicroTimes } from "../core/text/time.ts";
import { remainingObjects } from "../engine/validate/old-objects.ts";
import { type AmbiguousElection, type ElectionView, referenceOf, viewOf } from "../engine/validate/view.ts";
import { objectTitle } from "../report/object-title.ts";
import { objectOf } from "../rules/rule.ts";
import { isExpired } from "../rules/shared/candidate-life.ts";
import { isUnexpired } from "../rules/shared/lease-term.ts";
import type { LeaseReference } from "../rules/view.ts";
import { notComparedReason } from "./reports/not-compared.ts";
import { isDenied, type NotComparedElection } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";
import {
  addFindings,
  type CheckTally,
  type ObjectsToCompare,
  type PlacedObject,
  takesMoreFindings,
  withPosition,
} from "./tally.ts";

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

function addNotCompared(view: ElectionView<PlacedObject>, now: Date, tally: CheckTally): void {
  const repeated = view.ambiguous.map(toRepeated);
  const expired = view.elections().flatMap((lease) => expiredElection(lease, view, now));
  for (const election of [...repeated, ...expired]) tally.notCompared.push(election);
  tally.notices.push(...repeatedNotices(repeated), ...expiredNotices(expired));
}

type Repeated = Extract<NotComparedElection, { readonly reason: "repeated" }>;
type Expired = Extract<NotComparedElection, { readonly reason: "expired" }>;

function toRepeated({ lease, occurrences }: AmbiguousElection<PlacedObject>): Repeated {
  const places = occurrences.flatMap(({ place }) => (place === undefined ? [] : [withPosition({}, place)]));
  return { lease: { kind: "Lease", ...lease }, reason: "repeated", object: referenceOf(occurrences[0]), places };
}

/**
 * Returns the election of a Lease as a list with one item if the Lease is not held and all its
 * LeaseCandidates have expired. With only one LeaseCandidate, the Lease must also have a strategy,
 * because there is nothing else to compare. The list is empty for any other election, and without
 * LeaseCandidates.
 */
function expiredElection(lease: LeaseReference, view: ElectionView, now: Date): readonly Expired[] {
  const candidates = view.candidatesOf(lease).map(({ object }) => object);
  const [first, another] = candidates;
  if (first === undefined || !candidates.every((candidate) => isExpired(candidate, now))) return [];
  const spec = view.leaseOf(first)?.object.spec;
  if ((another === undefined && !spec?.strategy) || (spec !== undefined && isUnexpired(spec, { now }))) return [];
  const renewals = candidates.flatMap(({ spec: { renewTime } }) => renewTime ?? []);
  const lastRenewal = renewals.toSorted(compareMicroTimes).at(-1);
  return lastRenewal === undefined ? [] : [{ lease: { kind: "Lease", ...lease }, reason: "expired", lastRenewal }];
}

/**
 * Maximum number of elections with a separate notice about an object that occurs more than once.
 */
const maxNotices = 10;

function repeatedNotices(elections: readonly Repeated[]): readonly string[] {
  const notices = elections.slice(0, maxNotices).map((election) => {
    const result = `so the objects of the election ${objectTitle(election.lease)} are not compared`;
    return `note: ${notComparedReason(election)}, ${result}; ${repeatedAdvice(election)}`;
  });
  const more = elections.length - notices.length;
  return more > 0 ? [...notices, `note: and ${more} more such elections; -v lists all of them`] : notices;
}

function repeatedAdvice({ places: [first, second] }: Repeated): string {
  return first?.file === second?.file ? "remove one of the two" : "check one variant at a time, or use --each";
}

function expiredNotices([first, ...others]: readonly Expired[]): readonly string[] {
  if (first === undefined) return [];
  const title = objectTitle(first.lease);
  const election = others.length === 0 ? `the election ${title}` : `${others.length + 1} elections, such as ${title},`;
  return [
    `note: the objects of ${election} are not compared, because ${notComparedReason(first)}; for a stored listing, set --now to its time`,
  ];
}
