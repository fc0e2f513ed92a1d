import { type CauseType, fieldMessage } from "../../../field/error.ts";
import type { FindingMode } from "../../../policy/policy.ts";
import type { Place, Problem, Report } from "../../../report/report.ts";
import type { RuleId } from "../../../rules/rule.ts";
import type { SchemaOrigin } from "../../../schema/to-field-error.ts";
import { placeText } from "../../../text/position.ts";

/** An object's identity as in its document; a part that the document does not set is empty. */
export interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Origins that only the reader of a manifest has; each has its section in `docs/rules/schema.md`.
 */
export type ReaderOrigin = "schema/duplicate-field" | "schema/served-version" | "ignore/known-rule";

/** A finding of one object; type, field, and message are those of the webhook's cause. */
export interface CheckedFinding extends Place {
  /** The id of a rule, or of what the schema or the reader found. */
  readonly rule: RuleId | SchemaOrigin | ReaderOrigin;
  readonly mode: FindingMode;
  readonly type: CauseType;
  /** The field path as Kubernetes prints it; empty for the whole object. */
  readonly field: string;
  /** The message without its field, as `errorBody` writes it, and without the rule's id. */
  readonly message: string;
  readonly object: ObjectIdentity;
}

/** An evaluated object, with or without findings, and the place where it begins. */
export interface CheckedObject extends Place {
  readonly object: ObjectIdentity;
}

/** The result of a run; files are in the order of objects, then findings, then problems. */
export interface CheckResult {
  readonly findings: readonly CheckedFinding[];
  /** Suppressed by the annotation `lease-guard.dev/ignore` of their objects; without effect. */
  readonly ignored: readonly CheckedFinding[];
  readonly problems: readonly Problem[];
  readonly objects: readonly CheckedObject[];
  /** Objects evaluated. */
  readonly checked: number;
  /** Objects that the webhook would deny. */
  readonly denied: number;
  /** Objects of other kinds. */
  readonly skipped: number;
  /** Files read, successfully or not. */
  readonly files: number;
}

/**
 * A run in numbers: warnings, audited, and ignored count findings, unreadable counts problems, the
 * rest objects.
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

/** Counts what the reports of a run publish. */
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

/** `FILE:LINE:COLUMN: deny RULE: MESSAGE`. */
export function findingLine(finding: CheckedFinding): string {
  return `${placeText(finding)}: ${finding.mode} ${finding.rule}: ${fieldMessage(finding)}`;
}

/** One line for a finding that its object suppresses. */
export function ignoredLine(finding: CheckedFinding): string {
  return `${placeText(finding)}: ignored ${finding.rule}: ${fieldMessage(finding)} (by lease-guard.dev/ignore)`;
}
