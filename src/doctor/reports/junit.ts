import { fieldMessage } from "../../core/field/error.ts";
import { type FailingFrom, reaches } from "../../core/field/severity.ts";
import { caseOutcome, type JunitCase, type JunitFinding, junitXml } from "../../report/junit-xml.ts";
import type { Report } from "../../report/report.ts";
import type { Diagnosis, DoctorCheckResult, DoctorFinding } from "../diagnose.ts";
import { headOf } from "./summary.ts";

export const doctorJunit: Report<Diagnosis> = ({ checks, findings }, { failingFrom }) =>
  junitXml(
    checks.map((check) =>
      checkCase(
        check,
        findings.filter(({ id }) => id === check.id),
        failingFrom,
      ),
    ),
    [],
  );

/** Returns the test case of a check. */
function checkCase(
  { id, reasons }: DoctorCheckResult,
  findings: readonly DoctorFinding[],
  failingFrom: FailingFrom,
): JunitCase {
  const outcome = caseOutcome(findings.map((finding) => detailOf(finding, failingFrom)));
  const first = findings.find(({ severity }) => reaches(severity, failingFrom)) ?? findings[0];
  const { file = "cluster", line = 1 } = first?.place ?? {};
  const isSkipped = reasons.length > 0 && outcome.failure === undefined;
  return { name: id, file, line, ...outcome, ...(isSkipped && { skipped: reasons.join("; ") }) };
}

function detailOf(finding: DoctorFinding, failingFrom: FailingFrom): JunitFinding {
  const { id, severity, remedy } = finding;
  const message = fieldMessage(finding);
  const lines = [`${headOf(finding)}: ${severity} ${message}`, ...remedy.map((line) => `    ${line}`)];
  return { fails: reaches(severity, failingFrom), message, type: id, lines };
}
