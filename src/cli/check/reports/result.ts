import { type CauseType, fieldMessage } from "../../../field/error.ts";
import type { FindingMode } from "../../../policy/policy.ts";
import type { Problem, Report, ShownPlace } from "../../../report/report.ts";
import { placeText } from "../../../text/position.ts";
import type { Finding } from "../../../validate/verdict.ts";

/** An object's identity as in its document. A part that the document does not set is "". */
export interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Origins of findings that only `check` has. Each origin has its section in `docs/rules/schema.md`.
 */
export type ReaderOrigin = "schema/duplicate-field" | "schema/served-version" | "ignore/known-rule";

/** A finding in one object. Type, field, and message are the same as in the webhook's response. */
export interface CheckedFinding extends ShownPlace {
  /** The id of a rule, or of another origin, such as `schema/type`. */
  readonly rule: Finding["origin"] | ReaderOrigin;
  readonly mode: FindingMode;
  readonly type: CauseType;
  /** The field path as Kubernetes prints it, or "" for the whole object. */
  readonly field: string;
  /** The message from `errorBody`, without the field and without the id of the rule. */
  readonly message: string;
  readonly object: ObjectIdentity;
}

/** An evaluated object, with or without findings, and the place where the object begins. */
export interface CheckedObject extends ShownPlace {
  readonly object: ObjectIdentity;
}

/**
 * The result of a run. Reports order files as in `objects`, then as in the findings, then as in
 * `problems`.
 */
export interface CheckResult {
  readonly findings: readonly CheckedFinding[];
  /** Findings that the annotation `lease-guard.dev/ignore` of their objects suppresses. */
  readonly ignored: readonly CheckedFinding[];
  readonly problems: readonly Problem[];
  readonly objects: readonly CheckedObject[];
  /** The number of evaluated objects. */
  readonly checked: number;
  /** The number of objects that the webhook would deny. */
  readonly denied: number;
  /** The number of objects of other kinds. */
  readonly skipped: number;
  /** The number of files, including unreadable ones. */
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

/** Writes the result of `lease-guard check` in one format. */
export type CheckReport = Report<CheckResult>;

/** Returns `FILE:LINE:COLUMN: deny RULE: MESSAGE`, with the mode of the finding. */
export function findingLine(finding: CheckedFinding): string {
  return `${placeText(finding)}: ${finding.mode} ${finding.rule}: ${fieldMessage(finding)}`;
}

/** Returns one line for a finding that its object suppresses. */
export function ignoredLine(finding: CheckedFinding): string {
  return `${placeText(finding)}: ignored ${finding.rule}: ${fieldMessage(finding)} (by lease-guard.dev/ignore)`;
}
