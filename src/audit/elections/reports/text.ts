import { modeOfSeverity } from "../../../policy/policy.ts";
import type { Report, ReportContext } from "../../../report/report.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { alignedRows, dim, inColor } from "../../../report/text-blocks.ts";
import type { Screen } from "../../../terminal/screen.ts";
import { cellsOf, endLines, headingsOf } from "../cells.ts";
import { type Elections, type ListedElection, worstFinding } from "../elections.ts";

export const electionsText: Report<Elections> = (result, context) => pageOf(result, context, false);
export const electionsWide: Report<Elections> = (result, context) => pageOf(result, context, true);

function pageOf(result: Elections, context: Pick<ReportContext, "color">, isWide: boolean): string {
  const table = tableOf(result, context, isWide);
  const lines = table.length === 0 ? [] : [...table, ""];
  return [...lines, ...endLines(result).map(sanitize), ""].join("\n");
}

/** Returns a page that fits on a screen. It leaves out elections at the end of the table. */
export function screenText(
  result: Elections,
  context: Pick<ReportContext, "color">,
  { rows, columns, isWide }: Screen & { readonly isWide: boolean },
): string {
  const end = endLines(result).map((line) => sanitize(line).slice(0, columns));
  const table = tableOf(result, context, isWide, columns);
  // The screen also has an empty line, and the line of the cursor.
  const room = Math.max(rows - end.length - 2, 2);
  const more = table.length - (room - 1);
  const shown = table.length <= room ? table : [...table.slice(0, room - 1), `… ${more} more`];
  return [...shown, "", ...end, ""].join("\n");
}

function tableOf(
  { elections, readAt }: Elections,
  context: Pick<ReportContext, "color">,
  isWide: boolean,
  columns?: number,
): readonly string[] {
  if (elections.length === 0) return [];
  const headings = headingsOf(isWide);
  const rows = elections.map((listed) => cellsOf(listed, readAt, headings).map(sanitize));
  const [head = "", ...lines] = alignedRows([headings, ...rows]).map((line) => line.slice(0, columns));
  return [dim(head, context), ...lines.map((line, index) => painted(line, elections[index], context))];
}

/** Paints the line of an election that needs attention in the color of its worst finding. */
function painted(line: string, listed: ListedElection | undefined, context: Pick<ReportContext, "color">): string {
  const worst = listed && worstFinding(listed);
  return worst === undefined ? line : inColor(line, modeOfSeverity(worst.severity), context);
}
