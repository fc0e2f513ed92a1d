import type { AdmissionResponse } from "../api/admission.ts";
import type { Status } from "../api/meta.ts";
import { type CauseType, errorBody } from "../field/error.ts";
import { type FieldPath, formatPath } from "../field/path.ts";
import type { RuleCrash } from "../validate/compile-rules.ts";
import type { Finding as EngineFinding, Verdict as EngineVerdict } from "../validate/verdict.ts";

/** One fault of a write, told in full. */
export interface Finding {
  /** The id of the rule that found it, or `schema/…` for what does not decode: the path of its page. */
  readonly rule: EngineFinding["origin"];
  readonly mode: EngineFinding["mode"];
  readonly type: CauseType;
  /** As kube-apiserver prints it: `spec.leaseDurationSeconds`. */
  readonly field: string;
  readonly path: FieldPath;
  /** As kube-apiserver words it, without the field. */
  readonly message: string;
  /** Absent where the message shows no value. */
  readonly badValue?: unknown;
}

interface Judged {
  readonly judged: true;
  readonly findings: readonly Finding[];
  /** What the client would be shown while its write goes through: a line of at most 256 characters each. */
  readonly warnings: readonly string[];
  /** Rules that threw and so abstained: bugs of lease-guard. */
  readonly faults: readonly RuleCrash[];
}

/** No rule denies the write. */
export interface Allowed extends Judged {
  readonly allowed: true;
  readonly status?: undefined;
}

/** A rule or the schema denies the write; `status` is the answer that kubectl would print. */
export interface Denied extends Judged {
  readonly allowed: false;
  readonly status: Status;
}

/** The object is none that lease-guard judges, so nothing was looked at; `reason` says why. */
export interface NotJudged {
  readonly judged: false;
  readonly allowed: true;
  readonly reason: string;
  readonly status?: undefined;
  readonly findings: readonly [];
  readonly warnings: readonly [];
}

/** The judgement on one write. */
export type Verdict = Allowed | Denied | NotJudged;

/** The engine's verdict in the words of the answer that the webhook made of it. */
export function toVerdict({ status, warnings = [] }: AdmissionResponse, verdict: EngineVerdict): Allowed | Denied {
  const judged: Judged = { judged: true, findings: verdict.findings.map(toFinding), warnings, faults: verdict.crashes };
  return status === undefined ? { ...judged, allowed: true } : { ...judged, allowed: false, status };
}

function toFinding(finding: EngineFinding): Finding {
  const { origin, mode, type, field, badValue } = finding;
  const shown = badValue === undefined ? {} : { badValue };
  return { rule: origin, mode, type, field: formatPath(field), path: field, message: errorBody(finding), ...shown };
}
