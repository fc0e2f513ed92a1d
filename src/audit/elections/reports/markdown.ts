import type { GuaranteeTable } from "../../../guarantee/guarantee-table.ts";
import { code, jobSummaryLimit, markdownPage, markdownTable } from "../../../report/markdown.ts";
import type { Report } from "../../../report/report.ts";
import type { Fleet } from "../../fleet/fleet.ts";
import type { Elections } from "../elections.ts";
import { type ElectionTable, electionTable, fleetTable } from "../table.ts";

export const electionsMarkdown: Report<Elections> = (result) => pageOf(electionTable(result, true));
export const fleetMarkdown: Report<Fleet<Elections>> = (fleet) => pageOf(fleetTable(fleet, true));

function pageOf({ headings, rows, end, guarantee }: ElectionTable): string {
  return markdownPage(
    [
      `## lease-guard elections: ${end.at(-1) ?? ""}`,
      ...end.slice(0, -1).flatMap((line) => ["", code(line.trim())]),
      ...markdownTable(
        headings,
        rows.map(({ cells }) => cells.map(code)),
      ),
      ...(guarantee === undefined ? [] : guaranteeLines(guarantee)),
    ],
    jobSummaryLimit,
  );
}

function guaranteeLines({ headings, rows, reasons }: GuaranteeTable): readonly string[] {
  return [
    "",
    "### Guarantee",
    ...markdownTable(
      headings,
      rows.map((cells) => cells.map(code)),
    ),
    ...reasons.flatMap((reason) => ["", code(reason)]),
  ];
}
