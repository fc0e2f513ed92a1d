import type { AdmissionResponse } from "../core/api/admission.ts";
import type { Status } from "../core/api/meta.ts";
import { type CauseType, fieldMessage, shownError } from "../core/field/error.ts";
import type { ObjectReference } from "../core/field/object-reference.ts";
import type { FieldPath } from "../core/field/path.ts";
import type { RuleCrash } from "../engine/validate/compile-rules.ts";
import type { Finding as EngineFinding, Verdict as EngineVerdict } from "../engine/validate/verdict.ts";

/** A violation that lease-guard found in a write. `mode` is `deny`, `warn`, or `audit`. */
export interface Finding {
  /**
   * The id of the rule, which is also the path of the rule's page below `docs/rules`. For an object
   * that cannot be decoded, the id starts with `schema/`.
   */
  readonly rule: EngineFinding["origin"];
  readonly mode: EngineFinding["mode"];
  readonly type: CauseType;
  /** The field path as kube-apiserver prints it, such as `spec.leaseDurationSeconds`. */
  readonly field: string;
  readonly path: FieldPath;
  /** The message in the format of kube-apiserver, without the field. */
  readonly message: string;
  /** The invalid value. If the message contains no value, the field is absent. */
  readonly badValue?: unknown;
  /** The other object that the value contradicts, if a rule compared the write with this object. */
  readonly other?: ObjectReference;
}

/**
 * Returns a string such as `deny FIELD: MESSAGE (RULE)`. In this example, the mode of the finding
 * is `deny`.
 */
export function findingLine(finding: Finding): string {
  return `${finding.mode} ${fieldMessage(finding)} (${finding.rule})`;
}

interface Validated {
  readonly judged: true;
  readonly findings: readonly Finding[];
  /** The warnings that the client gets, even for a denied write. */
  readonly warnings: readonly string[];
  /**
   * Rules that threw an exception, which is a bug in lease-guard. lease-guard skipped the checks of
   * these rules.
   */
  readonly faults: readonly RuleCrash[];
  /**
   * The relation rules that could not decide. An object that they need is neither the object of the
   * write nor among the related objects. In `review`, and in `validate` without `beside`, these are
   * all relation rules that apply to the write and are not off.
   */
  readonly abstained: readonly EngineVerdict["abstained"][number][];
}

/** The result for a write that no finding denies. */
export interface Allowed extends Validated {
  readonly allowed: true;
  readonly status?: undefined;
}

/**
 * The result for a write that a rule or the schema denies. `status` is the Status that the client
 * gets.
 */
export interface Denied extends Validated {
  readonly allowed: false;
  readonly status: Status;
}

/** The result for an object that lease-guard does not validate. `reason` states why. */
export interface NotValidated {
  readonly judged: false;
  readonly allowed: true;
  readonly reason: string;
  readonly status?: undefined;
  readonly findings: readonly [];
  readonly warnings: readonly [];
}

/** The result for one write. */
export type Verdict = Allowed | Denied | NotValidated;

/** Combines the result of the validation with the webhook's response. */
export function toVerdict({ status, warnings = [] }: AdmissionResponse, verdict: EngineVerdict): Allowed | Denied {
  const validated: Validated = {
    judged: true,
    findings: verdict.findings.map(toFinding),
    warnings,
    faults: verdict.crashes,
    abstained: verdict.abstained,
  };
  return status === undefined ? { ...validated, allowed: true } : { ...validated, allowed: false, status };
}

function toFinding(finding: EngineFinding): Finding {
  const { origin, mode, type, field: path, badValue, other } = finding;
  const { field, message } = shownError(finding);
  return {
    rule: origin,
    mode,
    type,
    field,
    path,
    message,
    ...(badValue !== undefined && { badValue }),
    ...(other && { other }),
  };
}
