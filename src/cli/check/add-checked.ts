import { type FieldPath, formatPath } from "../../field/path.ts";
import { objectTitle } from "../../report/object-title.ts";
import { placeText } from "../../text/position.ts";
import type { ObjectPlace } from "../../validate/submission.ts";
import type { ObjectFindings } from "./object-findings.ts";
import { type Placeholder, renderingOf } from "./placeholder.ts";
import { addObject, addProblem, addSkipped, type InputTally } from "./tally.ts";

/**
 * The findings in an object. An object with a placeholder or a directive is incomplete, and no rule
 * ran.
 */
export interface CheckedFindings extends ObjectFindings {
  /** The error of the first placeholder. The findings do not contain errors of placeholders. */
  readonly placeholder?: Placeholder | undefined;
  /** The path of the first directive of kustomize, if the object is a patch. */
  readonly patch?: FieldPath | undefined;
}

/** The reason why `check` skips a template. */
export const isTemplate = "is a template";

/** The field that makes an object incomplete, the reason, and the command that completes it. */
interface Incomplete {
  readonly field: FieldPath;
  readonly reason: string;
  readonly command: string;
}

function incompleteOf({ placeholder, patch }: CheckedFindings, file: string): Incomplete | undefined {
  if (placeholder !== undefined) return { field: placeholder.field, reason: isTemplate, command: renderingOf(placeholder, file) };
  return patch && { field: patch, reason: "is part of a patch", command: "kubectl kustomize … | lease-guard check -" };
}

/**
 * Adds an object with its findings. An incomplete object is a problem with `strict`. Otherwise,
 * adds a notice, and an incomplete object without findings counts as skipped.
 */
export function addChecked(input: InputTally, place: ObjectPlace, found: CheckedFindings, strict: boolean): void {
  const { identity, findings } = found;
  const incomplete = incompleteOf(found, input.file);
  const hasFindings = findings.length > 0;
  if (incomplete === undefined || hasFindings) addObject(input, place, found);
  if (incomplete === undefined) return;
  const { reason, command } = incomplete;
  const position = place.locate(incomplete.field);
  const field = formatPath(incomplete.field);
  const remedy = `to check its output, run ${command}`;
  if (strict) {
    const must = reason.replace(/^is /, "must not be ");
    addProblem(input, { ...position, message: `${objectTitle(identity)}: ${field} ${must}: ${remedy}` });
  } else {
    const at = `${placeText({ file: input.file, ...position })}: ${objectTitle(identity)}`;
    input.tally.notices.push(`${at} is ${hasFindings ? "checked without rules" : "skipped"}, because ${field} ${reason}; ${remedy}`);
    if (!hasFindings) addSkipped(input, place, identity, reason);
  }
}
