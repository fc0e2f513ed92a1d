import { reaches } from "../core/field/severity.ts";
import { whyNotRun } from "./coverage.ts";
import type { AuditFinding, AuditResult, Selection } from "./result.ts";

/** Leaves out the findings that a selection does not contain. Notes what did not run. */
export function selectFindings(result: AuditResult, selection: Selection): AuditResult {
  const selected = { ...result, selection };
  if (selection.severity === undefined && selection.checks === undefined) return selected;
  const objects = result.objects.map((object) => {
    const isIn = (finding: AuditFinding): boolean => isSelected(finding, selection);
    const { findings, suppressed } = object;
    return findings.length === 0 && suppressed === undefined
      ? object
      : { ...object, findings: findings.filter(isIn), suppressed: suppressed?.filter(isIn) };
  });
  const notes = (selection.checks ?? []).flatMap((id) => {
    const reason = whyNotRun(result, id);
    return reason === undefined ? [] : [`${id} did not run: ${reason}`];
  });
  const baseline = result.baseline && {
    ...result.baseline,
    gone: result.baseline.gone.filter((finding) => isSelected(finding, selection)),
  };
  return { ...selected, objects, baseline, notes: [...(result.notes ?? []), ...notes] };
}

/** Reports whether a selection contains a finding about an object of its namespace. */
export function isSelected(
  { origin, severity }: Pick<AuditFinding, "origin" | "severity">,
  { severity: lowest, checks: ids }: Selection,
): boolean {
  return (lowest === undefined || reaches(severity, lowest)) && (ids === undefined || ids.includes(origin));
}
