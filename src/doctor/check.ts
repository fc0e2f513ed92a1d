import type { FieldPath } from "../core/field/path.ts";
import type { Severity } from "../core/field/severity.ts";
import type { SnapshotObject } from "../installation/snapshot.ts";
import type { Examined } from "./examined.ts";

/** The object and the field to change. Without an object, the finding is about the cluster. */
export interface Spot {
  readonly object: SnapshotObject | undefined;
  readonly field: FieldPath;
}

export interface DoctorCheckFinding extends Spot {
  readonly severity: Severity;
  readonly message: string;
  /** Lines of YAML, or commands, that fix the problem or show its cause. The list can be empty. */
  readonly remedy: readonly string[];
}

export interface Undecided {
  readonly unknown: string;
}

export type DoctorOutcome = DoctorCheckFinding | Undecided;

export type DoctorCheckId = `doctor/${string}`;

/**
 * A check of the doctor. A check without outcomes, or only with findings of severity info, passes.
 */
export interface DoctorCheck {
  readonly id: DoctorCheckId;
  /** A statement that is true in a correct cluster, as one line. */
  readonly description: string;
  /** Reports whether the check applies to the cluster. */
  readonly applies?: (examined: Examined) => boolean;
  readonly run: (examined: Examined) => Iterable<DoctorOutcome>;
}

/** Returns the spot of a field. Without a field, the spot is the whole object. */
export function at(object: SnapshotObject | undefined, ...field: FieldPath): Spot {
  return { object, field };
}

export function found(
  severity: Severity,
  spot: Spot,
  message: string,
  remedy: readonly string[] = [],
): DoctorCheckFinding {
  return { severity, ...spot, message, remedy };
}
