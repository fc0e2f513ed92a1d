import type { FieldError } from "../core/field/error.ts";
import type { Position } from "../core/text/position.ts";
import type { Finding, Verdict } from "../engine/validate/verdict.ts";
import type { CheckedFinding, ObjectIdentity } from "./reports/result.ts";

export interface ObjectFinding extends FieldError {
  readonly origin: CheckedFinding["origin"];
  readonly mode: Finding["mode"];
  /** The position of the finding, if it is not the position of the field. */
  readonly position?: Position;
}

export interface ObjectFindings {
  readonly identity: ObjectIdentity;
  readonly findings: readonly ObjectFinding[];
  readonly ignored: readonly ObjectFinding[];
  readonly crashes: Verdict["crashes"];
}
