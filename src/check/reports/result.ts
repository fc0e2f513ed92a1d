import { type CauseType, fieldMessage, type ShownError } from "../../core/field/error.ts";
import type { ObjectReference } from "../../core/field/object-reference.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { type Place, placeText } from "../../core/text/position.ts";
import type { Finding } from "../../engine/validate/verdict.ts";
import type { FindingMode } from "../../policy/policy.ts";
import type { ReaderOrigin } from "../../report/descriptions.ts";
import { findingText, objectTitle } from "../../report/object-title.ts";
import type { Problem, Report, ShownPlace } from "../../report/report.ts";
import { ifAny, summaryLine } from "../../report/text-blocks.ts";
import type { RuleId } from "../../rules/rule.ts";
import type { CheckId } from "../../workload/check.ts";
import type { NotRendered } from "./not-rendered.ts";

/** The identity of an object. A field that the object does not set is "". */
export interface ObjectIdentity extends ObjectReference {
  readonly apiVersion: string;
}

export interface CheckedFinding extends ShownPlace, ShownError {
  /** The id of a rule, or of another origin of findings, such as `schema/type`. */
  readonly origin: Finding["origin"] | ReaderOrigin | CheckId;
  readonly mode: FindingMode;
  readonly type: CauseType;
  readonly object: ObjectIdentity;
  /** The other object of the run that the finding names, with its position. */
  readonly related?: RelatedObject | undefined;
  /** The lines of the change that ends the finding, such as a flag or a Role. */
  readonly remedy?: readonly string[] | undefined;
}

export interface RelatedObject extends Place {
  readonly object: ObjectReference;
}

export interface CheckedObject extends ShownPlace {
  readonly object: ObjectIdentity;
}

export interface SkippedObject extends CheckedObject {
  /** The reason, such as `is not a Lease or LeaseCandidate`. */
  readonly reason: string;
}

/**
 * The result of a run. Reports order files by their first occurrence in `objects`, then in
 * `findings`, then in `ignored`, then in `skippedObjects`, then in `notUnderstood`, then in
 * `problems`.
 */
export interface CheckResult {
  readonly findings: readonly CheckedFinding[];
  /** Findings that the annotation `lease-guard.dev/ignore` of the object hides. */
  readonly ignored: readonly CheckedFinding[];
  readonly problems: readonly Problem[];
  readonly objects: readonly CheckedObject[];
  /** The first objects that lease-guard does not validate. `skipped` counts all of them. */
  readonly skippedObjects: readonly SkippedObject[];
  /** The facts that are missing, so that checks report nothing about an object. */
  readonly notUnderstood: readonly SkippedObject[];
  readonly checked: number;
  /** The number of objects with a finding of mode `deny`. */
  readonly denied: number;
  readonly skipped: number;
  /** The number of files, including unreadable files. */
  readonly files: number;
  /**
   * The number of objects for which each relation rule could not decide, by rule id. Only objects
   * in elections count.
   */
  readonly abstained: ReadonlyMap<RuleId, number>;
  readonly notCompared: readonly NotComparedElection[];
  /** The directories without a checked object that another program must render. */
  readonly notRendered: readonly NotRendered[];
}

export type NotComparedElection = { readonly lease: ObjectReference } & (RepeatedObject | ExpiredCandidates);

/** The first object of an election that occurs more than once, and its first two positions. */
export interface RepeatedObject {
  readonly reason: "repeated";
  readonly object: ObjectReference;
  readonly places: readonly Place[];
}

/** The last renewal of the LeaseCandidates of an election, if all of them have expired. */
export interface ExpiredCandidates {
  readonly reason: "expired";
  readonly lastRenewal: string;
}

export interface Abstention {
  readonly rule: RuleId;
  readonly objects: number;
}

/**
 * The counts of a run. `warnings`, `audited`, and `ignored` count findings. `checked`, `denied`,
 * `skipped`, and `notUnderstood` count objects.
 */
export interface Summary {
  readonly files: number;
  readonly checked: number;
  readonly denied: number;
  readonly warnings: number;
  readonly audited: number;
  readonly ignored: number;
  readonly skipped: number;
  readonly notUnderstood: number;
  readonly problems: number;
}

export function summarize(result: CheckResult): Summary {
  const { files, checked, denied, skipped, findings, ignored, notUnderstood, problems } = result;
  return {
    files,
    checked,
    denied,
    warnings: findings.filter(({ mode }) => mode === "warn").length,
    audited: findings.filter(({ mode }) => mode === "audit").length,
    ignored: ignored.length,
    skipped,
    notUnderstood: new Set(notUnderstood.map(({ object }) => object)).size,
    problems: problems.length,
  };
}

/** Returns a line such as `3 objects checked in 2 files: 1 denied, 0 warnings, 1 skipped`. */
export function summaryText({
  files,
  checked,
  denied,
  warnings,
  audited,
  ignored,
  skipped,
  notUnderstood,
  problems,
}: Summary): string {
  return summaryLine(`${pluralize(checked, "object")} checked in ${pluralize(files, "file")}`, [
    `${denied} denied`,
    pluralize(warnings, "warning"),
    ifAny(audited, "audited"),
    ifAny(ignored, "ignored"),
    `${skipped} skipped`,
    ifAny(notUnderstood, "not understood"),
    problems === 0 ? "" : pluralize(problems, "problem"),
  ]);
}

export type CheckReport = Report<CheckResult>;

/** Returns the lines that show the remedy of a finding. */
export function remedyLines({ remedy = [] }: Pick<CheckedFinding, "remedy">): readonly string[] {
  return remedy.length > 1 ? ["fix:", ...remedy.map((line) => `  ${line}`)] : remedy.map((line) => `fix: ${line}`);
}

/** Returns the message of a finding, with its remedy if that is a single line. */
export function messageOnOneLine(finding: CheckedFinding): string {
  const remedy = remedyLines(finding);
  return [fieldMessage(finding), ...(remedy.length === 1 ? remedy : [])].join("; ");
}

/** Returns a line such as `FILE:LINE:COLUMN: deny RULE: MESSAGE`, where `deny` is the mode. */
export function findingLine(finding: CheckedFinding): string {
  return `${placeText(finding)}: ${finding.mode} ${findingText(finding)}`;
}

/**
 * The annotation that hides findings of rules for one object in `check`. The webhook ignores this
 * annotation, because any client can set an annotation.
 */
export const ignoreAnnotation = "lease-guard.dev/ignore";

export function ignoredLine(finding: CheckedFinding): string {
  return `${objectHead(finding)}: ignored ${findingText(finding)} (by ${ignoreAnnotation})`;
}

/** The order of the lines. */
type Before = (a: SkippedObject, b: SkippedObject) => number;

/** Returns a line for each listed object that lease-guard does not validate. */
export function skippedLines({ skippedObjects, skipped }: CheckResult, before: Before): readonly string[] {
  const lines = skippedObjects.toSorted(before).map((each) => `${objectHead(each)}: skipped: ${each.reason}`);
  const more = skipped - lines.length;
  return more > 0 ? [...lines, `and ${more} more skipped`] : lines;
}

/** Returns a line for each fact that is missing. */
export function notUnderstoodLines(
  { notUnderstood }: Pick<CheckResult, "notUnderstood">,
  before: Before,
): readonly string[] {
  return notUnderstood.toSorted(before).map((each) => `${objectHead(each)}: not understood: ${each.reason}`);
}

/** Returns the position and the title of an object, such as `FILE:LINE:COLUMN: Lease team-a/a`. */
export function objectHead(checked: CheckedObject): string {
  return `${placeText(checked)}: ${objectTitle(checked.object)}`;
}

export function isDenied({ findings }: { readonly findings: readonly Pick<CheckedFinding, "mode">[] }): boolean {
  return findings.some(({ mode }) => mode === "deny");
}

export const anyCheckedObject = "an object that lease-guard checks, such as a Lease, a Deployment, or a Role";

/** Returns the message for a run that checked no object and has no problem. */
export function emptyText(result: CheckResult): string | undefined {
  const { checked, problems, files, notUnderstood } = result;
  if (checked > 0 || problems.length > 0) return undefined;
  // Only excluded files do not count.
  if (files === 0) return "no object checked: every file is excluded";
  if (notUnderstood.length > 0)
    return `no object checked: ${pluralize(summarize(result).notUnderstood, "object")} not understood; --verbose prints the reasons`;
  return `no object checked: ${pluralize(files, "file")} without ${anyCheckedObject}`;
}
