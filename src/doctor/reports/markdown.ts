import { unreadLine } from "../../core/api/requests.ts";
import { fieldMessage } from "../../core/field/error.ts";
import { code, commentLimit, markdownPage, markdownTable } from "../../report/markdown.ts";
import type { Report } from "../../report/report.ts";
import type { Diagnosis } from "../diagnose.ts";
import { headOf, summaryText } from "./summary.ts";

export const doctorMarkdown: Report<Diagnosis> = (diagnosis) => {
  const { checks, findings, unread, assumptions } = diagnosis;
  const found = findings.map((finding) => {
    const { severity, id, remedy } = finding;
    return [severity, code(id), code(headOf(finding)), code(fieldMessage(finding)), remedy.map(code).join("<br>")];
  });
  const ran = checks.map(({ id, description, status, reasons }) => [
    status,
    code(id),
    code([description, ...reasons].join("; ")),
  ]);
  const notes = [...unread.map(unreadLine), ...assumptions];
  return markdownPage(
    [
      `## lease-guard doctor: ${summaryText(diagnosis)}`,
      ...markdownTable(["Severity", "Check", "Object", "Finding", "Remedy"], found),
      ...markdownTable(["Result", "Check", "Description"], ran),
      "",
      ...notes.map((note) => `- ${code(note)}`),
    ],
    commentLimit,
  );
};
