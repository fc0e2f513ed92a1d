import type { CheckResult, Diagnosis, DoctorFinding } from "../../../doctor/diagnose.ts";
import { fieldMessage } from "../../../field/error.ts";
import { type JunitCase, junitXml } from "../../../report/junit-xml.ts";
import type { Report } from "../../../report/report.ts";
import { placeText } from "../../../text/position.ts";
import { titleOf } from "./summary.ts";

/**
 * Formats a diagnosis as JUnit XML: a test case for each check. A check with an error fails, and a
 * check without a decision is skipped.
 */
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

/** Returns the test case of a check. A single failure contains all errors. */
function checkCase({ id, reasons }: CheckResult, findings: readonly DoctorFinding[]): JunitCase {
  const errors = findings.filter(({ severity }) => severity === "error");
  const others = findings.filter(({ severity }) => severity !== "error");
  const [first] = errors;
  const { file = "cluster", line = 1 } = (first ?? others[0])?.place ?? {};
  return {
    ...{ name: id, file, line, output: others.flatMap(findingLines) },
    ...(first && { failure: { message: fieldMessage(first), type: id, lines: errors.flatMap(findingLines) } }),
    ...(reasons.length > 0 && first === undefined && { skipped: reasons.join("; ") }),
  };
}

function findingLines(finding: DoctorFinding): readonly string[] {
  const { severity, place, remedy } = finding;
  const head = place === undefined ? titleOf(finding) : `${placeText(place)}: ${titleOf(finding)}`;
  return [`${head}: ${severity} ${fieldMessage(finding)}`, ...remedy.map((line) => `    ${line}`)];
}
