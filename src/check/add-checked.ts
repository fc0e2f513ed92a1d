import { type FieldPath, formatPath } from "../core/field/path.ts";
import { placeText } from "../core/text/position.ts";
import type { ObjectPlace } from "../engine/validate/submission.ts";
import { objectTitle } from "../report/object-title.ts";
import { type Placeholder, replacingOf } from "./placeholder.ts";
import { renderingOf } from "./rendered.ts";
import type { ObjectIdentity } from "./reports/result.ts";
import { addObject, addProblem, type InputTally, type ObjectFindings, withPosition } from "./tally.ts";

/**
 * Maximum number of skipped objects that a run lists. A repository can contain any number of
 * objects of other kinds. Each of them takes up to 1 KB of memory, including its part of a report.
 */
export const maxSkippedObjects = 10_000;

/**
 * The findings in an object. An object with a placeholder or a directive is incomplete, and no rule
 * ran.
 */
export interface CheckedFindings extends ObjectFindings {
  /** The error of the first placeholder. The findings do not contain errors of placeholders. */
  readonly placeholder?: Placeholder | undefined;
  /**
   * The path of the first directive of kustomize, if the object is a patch. If a kustomization
   * names the file as a patch, the path of the object.
   */
  readonly patch?: FieldPath | undefined;
}

export const isTemplate = "is a template";
export const isPartOfPatch = "is part of a patch";

/**
 * The field that makes an object incomplete, the reason, its long form, and the command that
 * completes the object.
 */
interface Incomplete {
  readonly field: FieldPath;
  readonly reason: string;
  readonly because: string;
  readonly command: string;
}

function incompleteOf({ placeholder, patch }: CheckedFindings, { file, patchOf }: InputTally): Incomplete | undefined {
  const by = (field: FieldPath, reason: string, command: string) => ({
    field,
    reason,
    because: `${formatPath(field)} ${reason}`,
    command,
  });
  if (placeholder !== undefined) return by(placeholder.field, isTemplate, replacingOf(placeholder, file));
  if (patch === undefined) return undefined;
  const incomplete = by(patch, isPartOfPatch, patchOf?.command ?? renderingOf("kustomize"));
  return patchOf === undefined || patch.length > 0
    ? incomplete
    : { ...incomplete, because: `${patchOf.file} names its file as a patch` };
}

/**
 * Adds an object with its findings. An incomplete object is a problem with `strict`. Otherwise,
 * adds a notice, and an incomplete object without findings counts as skipped.
 */
export function addChecked(input: InputTally, place: ObjectPlace, found: CheckedFindings, strict: boolean): void {
  const { identity, findings } = found;
  const incomplete = incompleteOf(found, input);
  const hasFindings = findings.length > 0;
  if (incomplete === undefined || hasFindings) addObject(input, place, found);
  if (incomplete === undefined) return;
  const { reason, because, command } = incomplete;
  const position = place.locate(incomplete.field);
  const remedy = `to check its output, run ${command}`;
  if (strict) {
    const must = `${formatPath(incomplete.field)} ${reason.replace(/^is /, "must not be ")}`.trimStart();
    addProblem(input, { ...position, message: `${objectTitle(identity)}: ${must}: ${remedy}` });
  } else {
    const at = `${placeText({ file: input.file, ...position })}: ${objectTitle(identity)}`;
    input.tally.notices.push(
      `${at} is ${hasFindings ? "checked without rules" : "skipped"}, because ${because}; ${remedy}`,
    );
    if (!hasFindings) addSkipped(input, place, identity, reason);
  }
}

/**
 * Counts an object that lease-guard does not validate. Lists the object unless the list is full.
 */
export function addSkipped({ tally }: InputTally, place: ObjectPlace, object: ObjectIdentity, reason: string): void {
  tally.skipped++;
  if (tally.skippedObjects.length < maxSkippedObjects)
    tally.skippedObjects.push(withPosition({ object, reason }, place));
}
