import type { FieldPath } from "../core/field/path.ts";
import type { Severity } from "../core/field/severity.ts";
import type { SetObject } from "./set-object.ts";

export interface SetFinding {
  readonly object: SetObject;
  /** The field that the finding is about. It, or its parent, exists in the object. */
  readonly path: FieldPath;
  /** What is wrong, and what to change, such as `must be true, because replicas is 2`. */
  readonly detail: string;
  /** The value of the field, if the message quotes it. */
  readonly badValue?: unknown;
  /** The change that ends the finding, as text to apply, such as a flag or a Role. */
  readonly remedy?: string;
  /** The severity, if it is lower than that of the check. */
  readonly severity?: Severity;
}

export type CheckId = `workload/${string}` | `access/${string}`;

/** A check of the settings of elections (`workload/NAME`) or of permissions (`access/NAME`). */
export interface SetCheck<Facts> {
  readonly id: CheckId;
  /** `error` counts as a denial, and `warning` as a warning. `info` never fails. */
  readonly severity: Severity;
  readonly description: string;
  check(facts: Facts): Iterable<SetFinding>;
}

/** A fact that is missing, so that checks say nothing about an object. */
export interface NotUnderstood {
  readonly object: SetObject;
  /** Such as `the image example/operator is not in the program table`. */
  readonly reason: string;
}
