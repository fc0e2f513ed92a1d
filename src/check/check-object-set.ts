import { invalid } from "../core/field/error.ts";
import { unvalidatedText } from "../engine/review/unvalidated.ts";
import type { ObjectPlace } from "../engine/validate/submission.ts";
import { modeOfSeverity } from "../policy/policy.ts";
import { groupBy } from "../report/group-by.ts";
import type { CheckedSet, CheckFinding } from "../workload/check-set.ts";
import { isCheckedGroup, objectSetOf, type SetMember } from "../workload/object-set.ts";
import type { SetObject } from "../workload/set-object.ts";
import { addSkipped, isPartOfPatch, maxSkippedObjects } from "./add-checked.ts";
import { readerFinding } from "./check-object.ts";
import { readIgnoreAnnotation } from "./ignore-annotation.ts";
import type { ObjectIdentity } from "./reports/result.ts";
import type { WorkloadSettings } from "./settings.ts";
import { identityOf } from "./submission-of.ts";
import {
  addObject,
  type CheckTally,
  type InputTally,
  type ObjectFinding,
  type ObjectFindings,
  takesMoreFindings,
  withPosition,
} from "./tally.ts";

/**
 * Adds an object to those that `checkObjectSet` checks together. Skips a part of an object, which
 * kustomize applies to another object.
 */
export function addMember(input: InputTally, place: ObjectPlace, member: SetMember): void {
  const { object } = member;
  input.tally.members.push({ ...member, input, place });
  if (object.isPatch) addSkipped(input, place, identityIn(object), isPartOfPatch);
}

/** Returns the identity of an object, with the namespace of `--namespace` if it sets none. */
function identityIn({ value, namespace }: SetObject): ObjectIdentity {
  const identity = identityOf(value);
  return namespace === undefined ? identity : { ...identity, namespace };
}

/**
 * Checks the objects in `members` together, adds them with their findings, and empties `members`.
 * Loads the checks only if there is a workload, a role, or a binding. An object that lease-guard
 * does not understand does not count as checked. An object that only completes a workload, such as
 * a ConfigMap, is skipped if it sets nothing of an election.
 */
export async function checkObjectSet(tally: CheckTally, settings: WorkloadSettings): Promise<void> {
  const { members } = tally;
  tally.members = [];
  if (!members.some(({ group }) => isCheckedGroup(group))) {
    for (const { object, input, place } of members) if (!object.isPatch) skipUnused(input, place, object);
    return;
  }
  const [{ checkSet }, { notACheck }] = await Promise.all([
    import("../workload/check-set.ts"),
    import("../workload/find-check.ts"),
  ]);
  const checked = await checkSet(objectSetOf(members), settings);
  const findings = groupBy(checked.findings, ({ object }) => object);
  const missing = groupBy(checked.notUnderstood, ({ object }) => object);
  let { crashes } = checked;
  for (const { object, group, input, place } of members) {
    if (object.isPatch) continue;
    if (!takesMoreFindings(input, place.start ?? place.locate([]))) return;
    const found = findingsAbout(object, findings.get(object) ?? [], notACheck);
    const reasons = missing.get(object) ?? [];
    addNotUnderstood(tally, place, found.identity, reasons);
    const isUsed = found.findings.length > 0 || checked.electing.has(object);
    if (isUsed || (isCheckedGroup(group) && reasons.length === 0)) {
      addObject(input, place, { ...found, crashes });
      crashes = [];
    } else if (!isCheckedGroup(group)) skipUnused(input, place, object);
  }
}

function skipUnused(input: InputTally, place: ObjectPlace, object: SetObject): void {
  addSkipped(input, place, identityIn(object), unvalidatedText(object.value));
}

function findingsAbout(
  object: SetObject,
  all: readonly CheckFinding[],
  notACheck: (id: string) => string | undefined,
): ObjectFindings {
  const { origins, errors } = readIgnoreAnnotation(object.value, notACheck);
  return {
    identity: identityIn(object),
    findings: [
      ...all.filter(({ id }) => !origins.has(id)).map(objectFinding),
      ...errors.map((error) => readerFinding("ignore/known-rule", error)),
    ],
    ignored: all.filter(({ id }) => origins.has(id)).map(objectFinding),
    crashes: [],
  };
}

function objectFinding({ id: origin, severity, path, badValue, detail, remedy }: CheckFinding): ObjectFinding {
  return {
    ...invalid(path, badValue, detail),
    origin,
    mode: modeOfSeverity(severity),
    remedy: remedy?.trimEnd().split("\n"),
  };
}

function addNotUnderstood(
  { notUnderstood }: CheckTally,
  place: ObjectPlace,
  object: ObjectIdentity,
  reasons: CheckedSet["notUnderstood"],
): void {
  for (const { reason } of reasons.slice(0, maxSkippedObjects - notUnderstood.length))
    notUnderstood.push(withPosition({ object, reason }, place));
}
