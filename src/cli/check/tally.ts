import { errorBody } from "../../field/error.ts";
import { type FieldPath, formatPath } from "../../field/path.ts";
import type { Place, Problem } from "../../report/report.ts";
import { sourcePlaces } from "../../report/source-excerpt.ts";
import type { Position } from "../../text/position.ts";
import type { ObjectPlace } from "../../validate/submission.ts";
import type { ObjectFinding, ObjectFindings } from "./check-object.ts";
import type { CheckedFinding, CheckedObject, CheckResult, ObjectIdentity } from "./reports/result.ts";

/** The result of a run while it grows. */
export interface Tally extends CheckResult {
  readonly findings: CheckedFinding[];
  readonly ignored: CheckedFinding[];
  readonly problems: Problem[];
  readonly objects: CheckedObject[];
  checked: number;
  denied: number;
  skipped: number;
  files: number;
}

/** The result of a run that has read nothing. */
export function emptyTally(): Tally {
  return { findings: [], ignored: [], problems: [], objects: [], checked: 0, denied: 0, skipped: 0, files: 0 };
}

/** The tally, as one input adds to it. */
export interface InputTally {
  readonly tally: Tally;
  readonly file: string;
  readonly placeAt: (position: Position) => Place;
}

/** Counts an input and returns the tally for its objects. */
export function tallyInput(tally: Tally, file: string, text: string): InputTally {
  tally.files++;
  return { tally, file, placeAt: sourcePlaces(file, text) };
}

/** Adds a document, or an object of it, that `check` cannot validate. */
export function addProblem({ tally, placeAt }: InputTally, position: Position, message: string): void {
  tally.problems.push({ ...placeAt(position), message });
}

/** One object with its findings, and where it is in its input. */
export interface CheckedSubmission extends ObjectFindings {
  readonly identity: ObjectIdentity;
  /**
   * A function if only a report that needs the position should find it, because that takes time.
   */
  readonly start: Position | (() => Position);
  readonly place: ObjectPlace;
  readonly duplicates: readonly DuplicateField[];
}

/** A field that appears twice in an object, and the position of the second. */
interface DuplicateField {
  readonly field: FieldPath;
  readonly position: Position;
  readonly message: string;
}

/** Adds a validated object and its findings. */
export function addObject({ tally, placeAt }: InputTally, object: CheckedSubmission): void {
  const { identity, findings, ignored, duplicates, start, place } = object;
  const located = ({ origin, mode, type, field, ...error }: ObjectFinding): CheckedFinding => {
    const message = errorBody({ type, field, ...error });
    return { rule: origin, mode, type, field: formatPath(field), message, object: identity, ...placeAt(place.locate(field)) };
  };
  const all = [...findings.map(located), ...duplicates.map((duplicate) => duplicateFinding(duplicate, identity, placeAt))];
  tally.findings.push(...all);
  tally.ignored.push(...ignored.map(located));
  tally.objects.push(checkedObject(identity, place.file, start));
  tally.checked++;
  if (all.some(({ mode }) => mode === "deny")) tally.denied++;
}

function duplicateFinding(
  { field, position, message }: DuplicateField,
  object: ObjectIdentity,
  placeAt: InputTally["placeAt"],
): CheckedFinding {
  const error = { rule: "schema/duplicate-field", mode: "deny", type: "FieldValueForbidden" } as const;
  return { ...error, field: formatPath(field), message: `Forbidden: ${message}`, object, ...placeAt(position) };
}

function checkedObject(object: ObjectIdentity, file: string, start: Position | (() => Position)): CheckedObject {
  if (typeof start !== "function") return { object, file, ...start };
  return {
    object,
    file,
    get line() {
      return start().line;
    },
    get column() {
      return start().column;
    },
  };
}
