import { type FieldError, shownError } from "../core/field/error.ts";
import type { ObjectReference } from "../core/field/object-reference.ts";
import { type Place, type Position, placeText } from "../core/text/position.ts";
import type { ObjectPlace, PlacedSubmission } from "../engine/validate/submission.ts";
import { type Crash, crashText, type Finding } from "../engine/validate/verdict.ts";
import type { ViewedObject } from "../engine/validate/view.ts";
import type { DocumentProblem } from "../manifest/document.ts";
import { objectTitle } from "../report/object-title.ts";
import type { Problem } from "../report/report.ts";
import { sourcePlaces } from "../report/source-excerpt.ts";
import type { RuleId } from "../rules/rule.ts";
import type { Input } from "../terminal/inputs.ts";
import type { SetMember } from "../workload/object-set.ts";
import type { Kustomizations, NamedPatch } from "./named-patch.ts";
import type { NotRendered, Renderer } from "./reports/not-rendered.ts";
import {
  type CheckedFinding,
  type CheckedObject,
  type CheckResult,
  isDenied,
  type NotComparedElection,
  type ObjectIdentity,
  type SkippedObject,
} from "./reports/result.ts";

export interface ObjectFinding extends FieldError {
  readonly origin: CheckedFinding["origin"];
  readonly mode: Finding["mode"];
  readonly remedy?: CheckedFinding["remedy"];
  /** The position of the finding, if it is not the position of the field. */
  readonly position?: Position;
}

export interface ObjectFindings {
  readonly identity: ObjectIdentity;
  readonly findings: readonly ObjectFinding[];
  readonly ignored: readonly ObjectFinding[];
  readonly crashes: readonly Crash[];
}

/** The result of a run while `check` reads the inputs. Each input adds its results. */
export interface CheckTally extends CheckResult {
  readonly findings: CheckedFinding[];
  readonly ignored: CheckedFinding[];
  readonly problems: Problem[];
  readonly objects: CheckedObject[];
  readonly skippedObjects: SkippedObject[];
  readonly notUnderstood: SkippedObject[];
  checked: number;
  denied: number;
  skipped: number;
  /** The number of writes for which `--old` contains the object as it was before the write. */
  paired: number;
  files: number;
  /**
   * Messages about unreadable documents that `check` skips, about elections that it does not
   * compare, and about deprecated API versions.
   */
  readonly notices: string[];
  /** The deprecation warnings in `notices`. Like kubectl, `check` prints each of them once. */
  readonly deprecations: Set<string>;
  /** The number of objects for which each relation rule abstained, by rule id. */
  readonly abstained: Map<RuleId, number>;
  readonly notCompared: NotComparedElection[];
  notRendered: readonly NotRendered[];
  readonly sources: Map<string, Renderer>;
  readonly kustomizations: Kustomizations;
  toCompare: ObjectsToCompare;
  /** The objects that `checkObjectSet` has not checked yet. */
  members: PlacedMember[];
  /** True if `check` stopped because of too many findings or objects. */
  isCut: boolean;
}

export function emptyTally(): CheckTally {
  const lists = {
    findings: [],
    ignored: [],
    problems: [],
    objects: [],
    skippedObjects: [],
    notUnderstood: [],
    notices: [],
    notCompared: [],
    notRendered: [],
  };
  const counts = { checked: 0, denied: 0, skipped: 0, paired: 0, files: 0 };
  return {
    ...lists,
    ...counts,
    deprecations: new Set(),
    abstained: new Map(),
    sources: new Map(),
    kustomizations: new Map(),
    toCompare: nothingToCompare(),
    members: [],
    isCut: false,
  };
}

/**
 * The result of a run, the file that `check` is reading, and a function that adds positions to
 * problems.
 */
export interface InputTally {
  readonly tally: CheckTally;
  readonly file: string;
  readonly placeAt: ReturnType<typeof sourcePlaces>;
  /** The kustomization that names the file as a patch. */
  readonly patchOf: NamedPatch | undefined;
}

export interface ObjectsToCompare {
  /** The Leases and LeaseCandidates that decode and that exist after the writes. */
  readonly beside: PlacedObject[];
  /** The objects that relation rules can report. */
  readonly reportable: ComparedObject[];
  /** The keys of the objects in `--old` that a write replaces or deletes. */
  readonly replaced: Set<string>;
}

export function nothingToCompare(): ObjectsToCompare {
  return { beside: [], reportable: [], replaced: new Set() };
}

/** An object of a view. The position is absent for an object of `--old`. */
export interface PlacedObject extends ViewedObject {
  readonly place?: ObjectPlace;
}

/** An object of a set, the file that contains it, and its place in the file. */
export interface PlacedMember extends SetMember {
  readonly input: InputTally;
  readonly place: ObjectPlace;
}

export interface ComparedObject {
  readonly input: InputTally;
  readonly submission: PlacedSubmission;
  readonly identity: ObjectIdentity;
  readonly ignoredRules: ReadonlySet<string>;
  /**
   * True if the object has a finding of mode `deny` before `check` compares it with other objects.
   */
  readonly isDenied: boolean;
}

/** Counts an input. Returns the tally to which `check` adds the objects of the input. */
export function tallyInput(tally: CheckTally, { file, text }: Input, patchOf?: NamedPatch): InputTally {
  tally.files++;
  return { tally, file, placeAt: sourcePlaces(file, text), patchOf };
}

/**
 * Adds a problem: a document, or an object in a document, that `check` cannot validate completely.
 */
export function addProblem({ tally, placeAt }: InputTally, problem: DocumentProblem): void {
  tally.problems.push(placeAt(problem));
}

/**
 * Number of findings, ignored findings, and problems at which a run stops. Each takes up to 2 KB
 * of memory, including its part of a report. Without a maximum, the report about a hostile file
 * could need gigabytes.
 */
export const maxFindings = 25_000;

/** Maximum number of validated objects in a run. JUnit and TAP reports list every object. */
export const maxObjects = 100_000;

/**
 * Returns false if the run has the maximum number of findings or objects, and can take no more. The
 * first time, also adds a problem at the given position.
 */
export function takesMore(input: InputTally, at: Position): boolean {
  return (
    takesMoreFindings(input, at) && (objectCount(input.tally) < maxObjects || cut(input, at, `${maxObjects} objects`))
  );
}

function objectCount({ objects, members }: CheckTally): number {
  return objects.length + members.length;
}

/**
 * Returns false if the run has the maximum number of findings. The first time, also adds a problem
 * at the given position.
 */
export function takesMoreFindings(input: InputTally, at: Position): boolean {
  const { findings, ignored, problems } = input.tally;
  return findings.length + ignored.length + problems.length < maxFindings || cut(input, at, `${maxFindings} findings`);
}

function cut(input: InputTally, { line, column }: Position, maximum: string): false {
  const message = `must have at most ${maximum} in one run; check fewer files`;
  if (!input.tally.isCut) addProblem(input, { line, column, message });
  input.tally.isCut = true;
  return false;
}

/**
 * Adds a validated object, and its findings with their positions. A crash of a rule is a problem,
 * because the object could be invalid.
 */
export function addObject(input: InputTally, place: ObjectPlace, found: ObjectFindings): void {
  const { tally } = input;
  addFindings(input, place, found);
  tally.objects.push(withPosition({ object: found.identity }, place));
  tally.checked++;
  if (isDenied(found)) tally.denied++;
}

/** Adds the findings of an object with their positions, and the crashes of rules. */
export function addFindings(
  input: InputTally,
  place: ObjectPlace,
  { identity, findings, ignored, crashes }: ObjectFindings,
  placeOf: (object: ObjectReference) => Place | undefined = () => undefined,
): void {
  const { tally, placeAt } = input;
  const checked = (finding: ObjectFinding): CheckedFinding => {
    const { origin, mode, type, field, position = place.locate(field), other, remedy } = finding;
    const shown = {
      ...{ origin, mode, type, ...shownError(finding), object: identity, ...placeAt(position) },
      ...(remedy !== undefined && { remedy }),
    };
    const at = other && placeOf(other);
    if (other === undefined || at === undefined) return shown;
    return {
      ...shown,
      message: `${shown.message}; ${objectTitle(other)} is at ${placeText(at)}`,
      related: { object: other, ...at },
    };
  };
  tally.findings.push(...findings.map(checked));
  tally.ignored.push(...ignored.map(checked));
  for (const crash of crashes)
    addProblem(input, {
      ...(place.start ?? place.locate([])),
      message: `${objectTitle(identity)}: ${crashText(crash)}`,
    });
}

/**
 * Adds the position of an object to `fields`. If the position is not computed yet, computes it only
 * when a report reads it. Most reports do not read the position.
 */
export function withPosition<T extends object>(fields: T, { file, start, locate }: ObjectPlace): T & Place {
  // `Object.assign` takes a tenth of the time of a spread here, because the shapes of `fields`
  // differ.
  if (start !== undefined) return Object.assign(fields, { file, line: start.line, column: start.column });
  return {
    ...fields,
    file,
    get line() {
      return locate([]).line;
    },
    get column() {
      return locate([]).column;
    },
  };
}
