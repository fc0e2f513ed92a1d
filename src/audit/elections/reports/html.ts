import { shorten } from "../../../core/field/path.ts";
import type { Report } from "../../../report/report.ts";
import { htmlPage } from "../../reports/html/html-page.ts";
import { type Markup, markup, maxMessage, nothing } from "../../reports/html/markup.ts";
import { cellsOf, endLines, headingsOf } from "../cells.ts";
import { type Elections, type ListedElection, worstFinding } from "../elections.ts";

/** The maximum number of rows. Browsers need seconds for a longer table. */
const maxRows = 5000;

export const electionsHtml: Report<Elections> = (result, { version }) => {
  const end = endLines(result);
  const more = result.elections.length - maxRows;
  return htmlPage(
    `Elections: ${end.at(-1) ?? ""}`,
    markup`<header>
<h1>Elections</h1>
<p class="score">${end.at(-1) ?? ""}</p>
${end.slice(0, -1).map((line) => markup`<p>${shorten(line, maxMessage)}</p>\n`)}<p>lease-guard ${version}</p>
</header>
<main>
${result.elections.length === 0 ? nothing : tableOf(result)}${more > 0 ? markup`<p>The page leaves out ${more} elections. The format json contains them.</p>\n` : nothing}</main>
`,
  );
};

function tableOf({ elections, readAt }: Elections): Markup {
  const headings = headingsOf(true);
  const rows = elections.slice(0, maxRows).map((listed) => {
    const cells = cellsOf(listed, readAt, headings).map((cell) => markup`<td>${shorten(cell, maxMessage)}</td>`);
    return markup`<tr${severityOf(listed)}>${cells}</tr>\n`;
  });
  return markup`<table>
<thead><tr>${headings.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

/** Returns the class of the row of an election that needs attention. */
function severityOf(listed: ListedElection): Markup {
  const worst = worstFinding(listed);
  return worst === undefined ? nothing : markup` class="${worst.severity}"`;
}
