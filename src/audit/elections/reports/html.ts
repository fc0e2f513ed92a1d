import { shorten } from "../../../core/field/path.ts";
import type { Report } from "../../../report/report.ts";
import type { Fleet } from "../../fleet/fleet.ts";
import { htmlPage } from "../../reports/html/html-page.ts";
import { type Markup, markup, maxMessage, nothing } from "../../reports/html/markup.ts";
import { type Elections, type ListedElection, worstFinding } from "../elections.ts";
import type { SideTable } from "../side-table.ts";
import { type ElectionTable, electionTable, fleetTable } from "../table.ts";

/** The maximum number of rows. Browsers need seconds for a longer table. */
const maxRows = 5000;

export const electionsHtml: Report<Elections> = (result, { version }) => pageOf(electionTable(result, true), version);
export const fleetHtml: Report<Fleet<Elections>> = (fleet, { version }) => pageOf(fleetTable(fleet, true), version);

function pageOf(table: ElectionTable, version: string): string {
  const { rows, end, below } = table;
  const more = rows.length - maxRows;
  return htmlPage(
    `Elections: ${end.at(-1) ?? ""}`,
    markup`<header>
<h1>Elections</h1>
<p class="score">${end.at(-1) ?? ""}</p>
${end.slice(0, -1).map((line) => markup`<p>${shorten(line.trim(), maxMessage)}</p>\n`)}<p>lease-guard ${version}</p>
</header>
<main>
${rows.length === 0 ? nothing : tableOf(table)}${more > 0 ? markup`<p>The page leaves out ${more} elections. The format json contains them.</p>\n` : nothing}${below.map(sideOf)}</main>
`,
  );
}

function tableOf({ headings, rows }: ElectionTable): Markup {
  const shown = rows.slice(0, maxRows).map(({ listed, cells }) => {
    const shortened = cells.map((cell) => markup`<td>${shorten(cell, maxMessage)}</td>`);
    return markup`<tr${severityOf(listed)}>${shortened}</tr>\n`;
  });
  return markup`<table>
<thead><tr>${headings.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${shown}</tbody>
</table>
`;
}

function sideOf({ title, headings, rows, lines }: SideTable): Markup {
  const shown = rows.slice(0, maxRows).map((cells) => {
    return markup`<tr>${cells.map((cell) => markup`<td>${shorten(cell, maxMessage)}</td>`)}</tr>\n`;
  });
  return markup`<h2>${title}</h2>
<table>
<thead><tr>${headings.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${shown}</tbody>
</table>
${lines.map((line) => markup`<p>${shorten(line, maxMessage)}</p>\n`)}`;
}

/** Returns the class of the row of an election that needs attention. */
function severityOf(listed: ListedElection): Markup {
  const worst = worstFinding(listed);
  return worst === undefined ? nothing : markup` class="${worst.severity}"`;
}
