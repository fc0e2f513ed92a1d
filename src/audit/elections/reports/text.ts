import { modeOfSeverity } from "../../../policy/policy.ts";
import type { Report, ReportContext } from "../../../report/report.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { alignedRows, dim, inColor, wrapped } from "../../../report/text-blocks.ts";
import type { Screen } from "../../../terminal/screen.ts";
import type { Fleet } from "../../fleet/fleet.ts";
import { type Elections, type ListedElection, worstFinding } from "../elections.ts";
import type { SideTable } from "../side-table.ts";
import { type ElectionTable, electionTable, fleetTable } from "../table.ts";

export const electionsText: Report<Elections> = (result, context) => pageOf(electionTable(result, false), context);
export const electionsWide: Report<Elections> = (result, context) => pageOf(electionTable(result, true), context);
export const fleetText: Report<Fleet<Elections>> = (fleet, context) => pageOf(fleetTable(fleet, false), context);
export const fleetWide: Report<Fleet<Elections>> = (fleet, context) => pageOf(fleetTable(fleet, true), context);

function pageOf(table: ElectionTable, context: Coloring): string {
  const below = table.below.flatMap((side) => sideBlocks(side, context));
  const blocks = [linesOf(table, context), ...below, table.end.map(sanitize)];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function sideBlocks({ headings, rows, lines }: SideTable, context: Coloring): readonly (readonly string[])[] {
  const [head = "", ...others] = alignedRows([headings, ...rows.map((cells) => cells.map(sanitize))]);
  return [rows.length === 0 ? [] : [dim(head, context), ...others], lines.map(sanitize)];
}

/**
 * Returns a page that fits on a screen. It leaves out elections at the end of the table. Wraps the
 * lines below the table, or cuts them if they would leave no room for the table.
 */
export function screenText(
  result: Elections,
  context: Coloring,
  { rows, columns, isWide }: Screen & { readonly isWide: boolean },
): string {
  const table = electionTable(result, isWide);
  const below = table.end.map(sanitize);
  const folded = below.flatMap((line) => wrapped(line, columns, "  "));
  const end = 2 * folded.length <= rows ? folded : below.map((line) => line.slice(0, columns));
  const lines = linesOf(table, context, columns);
  // The screen also has an empty line, and the line of the cursor.
  const room = Math.max(rows - end.length - 2, 2);
  const more = lines.length - (room - 1);
  const shown = lines.length <= room ? lines : [...lines.slice(0, room - 1), `… ${more} more`];
  return [...shown, "", ...end, ""].join("\n");
}

type Coloring = Pick<ReportContext, "color">;

function linesOf({ headings, rows }: ElectionTable, context: Coloring, columns?: number): readonly string[] {
  if (rows.length === 0) return [];
  const cells = rows.map((row) => row.cells.map(sanitize));
  const [head = "", ...lines] = alignedRows([headings, ...cells]).map((line) => line.slice(0, columns));
  return [dim(head, context), ...lines.map((line, index) => painted(line, rows[index]?.listed, context))];
}

/** Paints the line of an election that needs attention in the color of its worst finding. */
function painted(line: string, listed: ListedElection | undefined, context: Coloring): string {
  const worst = listed && worstFinding(listed);
  return worst === undefined ? line : inColor(line, modeOfSeverity(worst.severity), context);
}
