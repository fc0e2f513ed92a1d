import { type CauseType, fieldMessage } from "../../../field/error.ts";
import type { FindingMode } from "../../../policy/policy.ts";
import type { Problem, Report, ShownPlace } from "../../../report/report.ts";
import { placeText } from "../../../text/position.ts";
import type { Finding } from "../../../validate/verdict.ts";
import type { ReaderOrigin } from "./reader-origins.ts";

/** The identity of an object. A field that the object does not set is "". */
export interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A finding in one object. */
export interface CheckedFinding extends ShownPlace {
  /** The id of a rule, or of another source of findings, such as `schema/type`. */
  readonly rule: Finding["origin"] | ReaderOrigin;
  readonly mode: FindingMode;
  readonly type: CauseType;
  /** The field path as Kubernetes prints it, or "" for the whole object. */
  readonly field: string;
  /** The message from `errorBody`, which contains neither the field nor the id of the rule. */
  readonly message: string;
  readonly object: ObjectIdentity;
}

/** An object that `check` validated, and the position where the object begins. */
export interface CheckedObject extends ShownPlace {
  readonly object: ObjectIdentity;
}

/**
 * The result of a run. Reports order files by their first occurrence in `objects`, then in
 * `findings`, then in `ignored`, then in `problems`.
 */
export interface CheckResult {
  readonly findings: readonly CheckedFinding[];
  /** Findings that the annotation `lease-guard.dev/ignore` of the object hides. */
  readonly ignored: readonly CheckedFinding[];
  readonly problems: readonly Problem[];
  readonly objects: readonly CheckedObject[];
  /** The number of validated objects. */
  readonly checked: number;
  /** The number of objects that the webhook would deny. */
  readonly denied: number;
  /** The number of objects that lease-guard does not validate. */
  readonly skipped: number;
  /** The number of files, including unreadable files. */
  readonly files: number;
}

/**
 * The numbers of a run. `warnings`, `audited`, and `ignored` count findings, and `unreadable`
 * counts problems. `checked`, `denied`, and `skipped` count objects.
 */
export interface Summary {
  readonly files: number;
  readonly checked: number;
  readonly denied: number;
  readonly warnings: number;
  readonly audited: number;
  readonly ignored: number;
  readonly skipped: number;
  readonly unreadable: number;
}

/** Counts the objects, findings, and problems of a run. */
export function summarize(result: CheckResult): Summary {
  const { files, checked, denied, skipped, findings, ignored, problems } = result;
  return {
    files,
    checked,
    denied,
    warnings: findings.filter(({ mode }) => mode === "warn").length,
    audited: findings.filter(({ mode }) => mode === "audit").length,
    ignored: ignored.length,
    skipped,
    unreadable: problems.length,
  };
}

/** Formats the result of `lease-guard check`. */
export type CheckReport = Report<CheckResult>;

/**
 * Returns a line such as `FILE:LINE:COLUMN: deny RULE: MESSAGE`. The word `deny` is the mode of the
 * finding.
 */
export function findingLine(finding: CheckedFinding): string {
  return `${placeText(finding)}: ${finding.mode} ${finding.rule}: ${fieldMessage(finding)}`;
}

/** Returns one line for a finding that the object's annotation hides. */
export function ignoredLine(finding: CheckedFinding): string {
  return `${placeText(finding)}: ignored ${finding.rule}: ${fieldMessage(finding)} (by lease-guard.dev/ignore)`;
}
