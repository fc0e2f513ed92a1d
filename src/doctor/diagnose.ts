import type { UnreadResource } from "../core/api/requests.ts";
import type { ObjectReference } from "../core/field/object-reference.ts";
import { formatPath } from "../core/field/path.ts";
import { isHealthy, type Severity } from "../core/field/severity.ts";
import type { Place } from "../core/text/position.ts";
import type { NamedGuarantee } from "../guarantee/guarantee-table.ts";
import { findInstallation } from "../installation/installation.ts";
import { selectedPolicy } from "../installation/selected-policy.ts";
import type { Snapshot } from "../installation/snapshot.ts";
import { renewBudget } from "./budget.ts";
import type { DoctorCheck, DoctorCheckFinding, DoctorCheckId, DoctorOutcome } from "./check.ts";
import { doctorChecks, installedChecks } from "./checks.ts";
import { electionGuarantees } from "./election-guarantees.ts";
import type { DoctorOptions, Examined } from "./examined.ts";

export interface DoctorFinding {
  readonly id: DoctorCheckId;
  readonly severity: Severity;
  /** The object to change, or undefined if the finding is about the cluster. */
  readonly object: ObjectReference | undefined;
  /** The path of the field to change, or "" for the whole object. */
  readonly field: string;
  readonly message: string;
  readonly remedy: readonly string[];
  /** The position of the field, or undefined if the object is not from a file. */
  readonly place: Place | undefined;
}

export interface DoctorCheckResult {
  readonly id: DoctorCheckId;
  readonly description: string;
  readonly status: "passed" | "failed" | "unknown";
  readonly reasons: readonly string[];
}

export interface Diagnosis {
  readonly checks: readonly DoctorCheckResult[];
  readonly findings: readonly DoctorFinding[];
  readonly unread: readonly UnreadResource[];
  /** The assumptions of the doctor, as sentences without a full stop. */
  readonly assumptions: readonly string[];
  /** The hypotheses of the guarantee for each election. Undefined before an installation. */
  readonly guarantees: readonly NamedGuarantee[] | undefined;
}

/** Runs the checks that apply to a snapshot. */
export function diagnose(snapshot: Snapshot, options: DoctorOptions): Diagnosis {
  const own = findInstallation(snapshot, options.namespace);
  const examined: Examined = { ...options, snapshot, own, policy: selectedPolicy(own, snapshot) };
  const applying = doctorChecks.filter(
    (check) => !(options.isPreflight && installedChecks.has(check)) && (check.applies?.(examined) ?? true),
  );
  const ran = applying.map((check) => ({ check, outcomes: [...check.run(examined)] }));
  return {
    checks: ran.map(({ check, outcomes }) => toResult(check, outcomes)),
    findings: ran.flatMap(({ check, outcomes }) => outcomes.filter(isFound).map((found) => toFinding(check.id, found))),
    unread: snapshot.unread,
    assumptions: [renewBudget(examined).source],
    guarantees: options.isPreflight ? undefined : electionGuarantees(examined),
  };
}

function isFound(outcome: DoctorOutcome): outcome is DoctorCheckFinding {
  return "severity" in outcome;
}

/** Returns the result of a check. A finding of severity info does not make a check fail. */
function toResult({ id, description }: DoctorCheck, outcomes: readonly DoctorOutcome[]): DoctorCheckResult {
  const reasons = [...new Set(outcomes.flatMap((outcome) => ("unknown" in outcome ? [outcome.unknown] : [])))];
  const hasFailed = !isHealthy(outcomes.filter(isFound));
  return { id, description, status: hasFailed ? "failed" : reasons.length > 0 ? "unknown" : "passed", reasons };
}

function toFinding(id: DoctorCheckId, { severity, object, field, message, remedy }: DoctorCheckFinding): DoctorFinding {
  const reference = object && { kind: object.kind, namespace: object.namespace, name: object.name };
  return { id, severity, object: reference, field: formatPath(field), message, remedy, place: object?.locate?.(field) };
}
