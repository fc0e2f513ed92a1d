import { code, jobSummaryLimit, markdownPage, markdownTable } from "../../../report/markdown.ts";
import type { Report } from "../../../report/report.ts";
import type { Fleet } from "../../fleet/fleet.ts";
import type { Elections } from "../elections.ts";
import type { SideTable } from "../side-table.ts";
import { type ElectionTable, electionTable, fleetTable } from "../table.ts";

export const electionsMarkdown: Report<Elections> = (result) => pageOf(electionTable(result, true));
export const fleetMarkdown: Report<Fleet<Elections>> = (fleet) => pageOf(fleetTable(fleet, true));

function pageOf({ headings, rows, end, below }: ElectionTable): string {
  return markdownPage(
    [
      `## lease-guard elections: ${end.at(-1) ?? ""}`,
      ...end.slice(0, -1).flatMap((line) => ["", code(line.trim())]),
      ...markdownTable(
        headings,
        rows.map(({ cells }) => cells.map(code)),
      ),
      ...below.flatMap(sideLines),
    ],
    jobSummaryLimit,
  );
}

function sideLines({ title, headings, rows, lines }: SideTable): readonly string[] {
  const table = markdownTable(
    headings,
    rows.map((cells) => cells.map(code)),
  );
  return ["", `### ${title}`, ...(rows.length === 0 ? [] : table), ...lines.flatMap((line) => ["", code(line)])];
}
