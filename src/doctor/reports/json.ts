import { publishedGuarantee } from "../../guarantee/published-guarantee.ts";
import { jsonReport } from "../../report/json-report.ts";
import type { Report } from "../../report/report.ts";
import type { Diagnosis, DoctorFinding } from "../diagnose.ts";
import { summarize } from "./summary.ts";

/** Formats a diagnosis as JSON. The schema is `schemas/report/v1alpha1/diagnosis.json`. */
export const doctorJson: Report<Diagnosis> = (diagnosis, { version }) => {
  const { checks, findings, unread, assumptions, guarantees } = diagnosis;
  return jsonReport("Diagnosis", {
    version,
    summary: summarize(diagnosis),
    findings: findings.map(published),
    checks,
    unread,
    assumptions,
    ...(guarantees !== undefined && {
      elections: guarantees.map(({ namespace, name, guarantee }) => ({
        ...{ namespace, name },
        guarantee: publishedGuarantee(guarantee),
      })),
    }),
  });
};

/** Returns the fields of a finding that the schema of the report defines, in a fixed order. */
function published({ id, severity, object, field, message, remedy, place }: DoctorFinding): object {
  const { file, line, column } = place ?? {};
  return { check: id, severity, object, field, message, remedy, file, line, column };
}
