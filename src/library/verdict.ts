import type { AdmissionResponse } from "../api/admission.ts";
import type { Status } from "../api/meta.ts";
import { type CauseType, errorBody, fieldMessage } from "../field/error.ts";
import { type FieldPath, formatPath } from "../field/path.ts";
import type { RuleCrash } from "../validate/compile-rules.ts";
import type { Finding as EngineFinding, Verdict as EngineVerdict } from "../validate/verdict.ts";

/** One error in a write. */
export interface Finding {
  /**
   * The id of the rule, or `schema/…` for an object that does not decode. The id is also the path
   * of the rule's page.
   */
  readonly rule: EngineFinding["origin"];
  readonly mode: EngineFinding["mode"];
  readonly type: CauseType;
  /** The field path as kube-apiserver prints it, such as `spec.leaseDurationSeconds`. */
  readonly field: string;
  readonly path: FieldPath;
  /** The message in the format of kube-apiserver, without the field. */
  readonly message: string;
  /** Absent if the message contains no value. */
  readonly badValue?: unknown;
}

/** Returns `deny FIELD: MESSAGE (RULE)`, with the mode of the finding. */
export function findingText(finding: Finding): string {
  return `${finding.mode} ${fieldMessage(finding)} (${finding.rule})`;
}

interface Validated {
  readonly judged: true;
  readonly findings: readonly Finding[];
  /**
   * The warnings that the client of an allowed write gets. Each is a line of at most 256
   * characters.
   */
  readonly warnings: readonly string[];
  /** Rules that threw an exception and were skipped. Each is a bug in lease-guard. */
  readonly faults: readonly RuleCrash[];
}

/** The result of a write that no rule denies. */
export interface Allowed extends Validated {
  readonly allowed: true;
  readonly status?: undefined;
}

/** The result of a write that a rule or the schema denies. kubectl would print `status`. */
export interface Denied extends Validated {
  readonly allowed: false;
  readonly status: Status;
}

/** The result for an object of a kind that lease-guard does not validate. `reason` says why. */
export interface NotJudged {
  readonly judged: false;
  readonly allowed: true;
  readonly reason: string;
  readonly status?: undefined;
  readonly findings: readonly [];
  readonly warnings: readonly [];
}

/** The decision on one write. */
export type Verdict = Allowed | Denied | NotJudged;

/** Adds the response of the webhook to the engine's verdict. */
export function toVerdict({ status, warnings = [] }: AdmissionResponse, verdict: EngineVerdict): Allowed | Denied {
  const validated: Validated = { judged: true, findings: verdict.findings.map(toFinding), warnings, faults: verdict.crashes };
  return status === undefined ? { ...validated, allowed: true } : { ...validated, allowed: false, status };
}

function toFinding(finding: EngineFinding): Finding {
  const { origin, mode, type, field, badValue } = finding;
  const shown = badValue === undefined ? {} : { badValue };
  return { rule: origin, mode, type, field: formatPath(field), path: field, message: errorBody(finding), ...shown };
}
