import type { UnreadResource } from "../../../core/api/requests.ts";
import { shorten } from "../../../core/field/path.ts";
import { countOf, isHealthy, severities } from "../../../core/field/severity.ts";
import { compareTexts } from "../../../core/text/compare-texts.ts";
import { pluralize } from "../../../core/text/join-words.ts";
import type { AuditResult, RecordedPeriod } from "../../result.ts";
import { clusterLine } from "../cluster-line.ts";
import { type FindingCount, findingCounts, goneLines, leftOutChecks } from "../shown.ts";
import { type Markup, markup, maxMessage, maxName, nothing } from "./markup.ts";
import { timeElement } from "./moment.ts";
import { type NamespaceGroup, namespaceName } from "./namespace-section.ts";
import { originLink } from "./object-article.ts";

/**
 * Returns the header of the page, with the share of healthy objects, the counts of the findings,
 * and the times of the listings.
 */
export function pageHeader(result: AuditResult, version: string): Markup {
  return markup`<header>
<h1>Audit of Leases and LeaseCandidates</h1>
${clusterHeader(result, version)}</header>
`;
}

/** Returns the content of the header of a page, or of the section of one of several clusters. */
export function clusterHeader(result: AuditResult, version: string): Markup {
  const { cluster, objects, readAt, isServerTime, recorded } = result;
  const found = objects.flatMap(({ findings }) => findings);
  return markup`${score(objects)}<ul class="counts">
${severities.map((severity) => markup`<li class="${severity}"><strong class="severity">${severity}</strong> ${pluralize(countOf(found, severity), "finding")}</li>\n`)}</ul>
<p>lease-guard ${version} ${isServerTime ? clusterText(readAt) : filesText(readAt)} ${recorded === undefined ? nothing : recordedText(recorded)}All times are UTC.</p>
<p>${shorten(clusterLine(cluster), maxMessage)}</p>
`;
}

function clusterText(readAt: readonly Date[]): Markup {
  return markup`read the objects ${timesOf(readAt)}, by the clock of the API server.`;
}

function filesText(readAt: readonly Date[]): Markup {
  const source =
    readAt.length === 1 ? "This is the newest time in the objects" : "These are the newest times in the objects";
  return markup`read files that show the objects ${timesOf(readAt)}. ${source}, or the time of <code>--now</code>.`;
}

function recordedText({ from, to }: RecordedPeriod): Markup {
  return markup`The timelines also contain writes that were recorded from ${timeElement(from)} to ${timeElement(to)}. `;
}

/**
 * Returns the times of the listings as a phrase, such as `at TIME` or `3 times from TIME to TIME`.
 */
function timesOf(readAt: readonly Date[]): Markup {
  const [first, last] = [readAt.at(0), readAt.at(-1)];
  if (first === undefined || last === undefined) return markup`at no time`;
  if (readAt.length === 1) return markup`at ${timeElement(last)}`;
  return markup`${readAt.length} times from ${timeElement(first)} to ${timeElement(last)}`;
}

function score(objects: AuditResult["objects"]): Markup {
  if (objects.length === 0) return markup`<p class="score">The audit read no objects.</p>\n`;
  const healthy = objects.filter(({ findings }) => isHealthy(findings)).length;
  // Rounds down, so that 100 % means all objects.
  const percent = Math.floor((healthy / objects.length) * 100);
  return markup`<p class="score"><strong>${percent} %</strong> healthy: ${healthy} of ${pluralize(objects.length, "object")} without errors and warnings</p>
`;
}

/** Returns the table of the checks and rules with findings, with the worst severity first. */
export function checksSection({ objects }: AuditResult, prefix: string): Markup {
  const counts = findingCounts(objects);
  if (counts.length === 0) return markup`<p>No check and no rule has findings.</p>\n`;
  return markup`<section aria-labelledby="${prefix}checks">
<h2 id="${prefix}checks">Checks with findings</h2>
<table>
<thead><tr><th scope="col">Check or rule</th><th scope="col">Severity</th><th scope="col" class="number">Findings</th></tr></thead>
<tbody>
${counts.map(checkRow)}</tbody>
</table>
</section>
`;
}

function checkRow({ origin, severity, count }: FindingCount): Markup {
  return markup`<tr class="${severity}"><th scope="row">${originLink(origin)}</th><td><strong class="severity">${severity}</strong></td><td class="number">${count}</td></tr>
`;
}

/** Returns the table of contents: a row for each namespace, with its counts. */
export function namespacesSection(groups: readonly NamespaceGroup[], prefix: string): Markup {
  if (groups.length === 0) return nothing;
  return markup`<nav aria-labelledby="${prefix}namespaces">
<h2 id="${prefix}namespaces">Namespaces</h2>
<table>
<thead><tr><th scope="col">Namespace</th><th scope="col" class="number">Objects</th><th scope="col" class="number">Errors</th><th scope="col" class="number">Warnings</th><th scope="col" class="number">Info</th></tr></thead>
<tbody>
${groups.map(namespaceRow)}</tbody>
</table>
</nav>
`;
}

function namespaceRow({ id, namespace, objects }: NamespaceGroup): Markup {
  const found = objects.flatMap(({ findings }) => findings);
  return markup`<tr><th scope="row"><a href="#${id}">${namespaceName(namespace)}</a></th><td class="number">${objects.length}</td>${severities.map((severity) => markup`<td class="number">${countOf(found, severity)}</td>`)}</tr>
`;
}

/** Returns the table of the resources that the audit could not read. */
export function unreadSection(unread: readonly UnreadResource[], prefix: string): Markup {
  if (unread.length === 0) return nothing;
  const rows = unread.toSorted((a, b) => compareTexts(a.resource, b.resource)).map(unreadRow);
  return markup`<section aria-labelledby="${prefix}unread">
<h2 id="${prefix}unread">Resources that the audit could not read</h2>
<table>
<thead><tr><th scope="col">Resource</th><th scope="col">Reason</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</section>
`;
}

function unreadRow({ resource, reason }: UnreadResource): Markup {
  return markup`<tr><th scope="row"><code>${shorten(resource, maxName)}</code></th><td>${shorten(reason, maxMessage)}</td></tr>\n`;
}

/** Returns the notes, and the findings of the baseline that are gone. */
export function notesSection(result: AuditResult, prefix: string): Markup {
  const lines = [...(result.notes ?? []), ...goneLines(result)];
  if (lines.length === 0) return nothing;
  return markup`<section aria-labelledby="${prefix}notes">
<h2 id="${prefix}notes">Notes</h2>
<ul>
${lines.map((line) => markup`<li>${shorten(line, maxMessage)}</li>\n`)}</ul>
</section>
`;
}

/** Returns the table of the checks that did not run, which is collapsed at first. */
export function leftOutSection(result: AuditResult): Markup {
  const leftOut = leftOutChecks(result);
  if (leftOut.length === 0) return nothing;
  const rows = leftOut.map(
    ({ check, needs }) => markup`<tr><th scope="row">${originLink(check)}</th><td>${needs.join(", ")}</td></tr>\n`,
  );
  return markup`<details>
<summary>${pluralize(leftOut.length, "check")} did not run</summary>
<table>
<thead><tr><th scope="col">Check</th><th scope="col">Needs</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</details>
`;
}
