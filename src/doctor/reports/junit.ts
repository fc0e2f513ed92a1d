import { fieldMessage } from "../../core/field/error.ts";
import { caseOutcome, type JunitCase, type JunitFinding, junitXml } from "../../report/junit-xml.ts";
import type { Report } from "../../report/report.ts";
import type { Diagnosis, DoctorCheckResult, DoctorFinding } from "../diagnose.ts";
import { headOf } from "./summary.ts";

export const doctorJunit: Report<Diagnosis> = ({ checks, findings }) =>
  junitXml(
    checks.map((check) =>
      checkCase(
        check,
        findings.filter(({ id }) => id === check.id),
      ),
    ),
    [],
  );

/** Returns the test case of a check. */
function checkCase({ id, reasons }: DoctorCheckResult, findings: readonly DoctorFinding[]): JunitCase {
  const outcome = caseOutcome(findings.map(detailOf));
  const first = findings.find(({ severity }) => severity === "error") ?? findings[0];
  const { file = "cluster", line = 1 } = first?.place ?? {};
  const isSkipped = reasons.length > 0 && outcome.failure === undefined;
  return { name: id, file, line, ...outcome, ...(isSkipped && { skipped: reasons.join("; ") }) };
}

function detailOf(finding: DoctorFinding): JunitFinding {
  const { id, severity, remedy } = finding;
  const message = fieldMessage(finding);
  const lines = [`${headOf(finding)}: ${severity} ${message}`, ...remedy.map((line) => `    ${line}`)];
  return { isError: severity === "error", message, type: id, lines };
}
