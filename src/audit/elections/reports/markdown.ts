import { code, jobSummaryLimit, markdownPage, markdownTable } from "../../../report/markdown.ts";
import type { Report } from "../../../report/report.ts";
import { cellsOf, endLines, headingsOf } from "../cells.ts";
import type { Elections } from "../elections.ts";

export const electionsMarkdown: Report<Elections> = (result) => {
  const headings = headingsOf(true);
  const rows = result.elections.map((listed) => cellsOf(listed, result.readAt, headings).map(code));
  const end = endLines(result);
  return markdownPage(
    [
      `## lease-guard elections: ${end.at(-1) ?? ""}`,
      ...end.slice(0, -1).flatMap((line) => ["", code(line)]),
      ...markdownTable(headings, rows),
    ],
    jobSummaryLimit,
  );
};
