import type { AuditFinding, AuditResult, AuditSeverity, UnreadResource } from "../../../../audit/result.ts";
import { type AuditTally, severities, tallyOf, worstFirst } from "../../../../audit/tally.ts";
import { shorten } from "../../../../field/path.ts";
import { groupBy } from "../../../../report/group-by.ts";
import { compareTexts } from "../../../../text/compare-texts.ts";
import { pluralize } from "../../../../text/pluralize.ts";
import { type Markup, markup, nothing } from "./markup.ts";
import { timeElement } from "./moment.ts";
import { type NamespaceGroup, namespaceName } from "./namespace-section.ts";
import { originLink } from "./object-article.ts";

/** Returns the heading of the page, with the score of the cluster. */
export function pageHeader({ objects, readAt }: AuditResult, version: string): Markup {
  const tally = tallyOf(objects);
  const times = readAt.map((time, index) => markup`${index === 0 ? "" : ", "}${timeElement(time)}`);
  return markup`<header>
<h1>Audit of Leases and LeaseCandidates</h1>
${score(tally)}<ul class="counts">
${severities.map((severity) => markup`<li class="${severity}"><strong class="severity">${severity}</strong> ${findingsText(tally.findings[severity])}</li>\n`)}</ul>
<p>lease-guard ${version} read the objects at ${times}, by the clock of the API server. All times are UTC.</p>
</header>
`;
}

/** Returns the counts of findings for the title of the page. */
export function countsText({ findings }: AuditTally): string {
  return `${pluralize(findings.error, "error")}, ${pluralize(findings.warning, "warning")}, ${findings.info} info`;
}

function score({ objects, healthy }: AuditTally): Markup {
  if (objects === 0) return markup`<p class="score">The audit read no objects.</p>\n`;
  // Rounds down, so that 100 % means all objects.
  const percent = Math.floor((healthy / objects) * 100);
  return markup`<p class="score"><strong>${percent} %</strong> healthy: ${healthy} of ${pluralize(objects, "object")} without errors and warnings</p>
`;
}

function findingsText(count: number): string {
  return pluralize(count, "finding");
}

/** Returns the table of the checks and rules with findings. */
export function checksSection({ objects }: AuditResult): Markup {
  const all = objects.flatMap(({ findings }) => findings);
  if (all.length === 0) return markup`<p>No check and no rule has findings.</p>\n`;
  const groups = [...groupBy(worstFirst(all), ({ severity, origin }) => `${severity} ${origin}`).values()];
  return markup`<section aria-labelledby="checks">
<h2 id="checks">Checks with findings</h2>
<table>
<thead><tr><th scope="col">Check or rule</th><th scope="col">Severity</th><th scope="col" class="number">Findings</th></tr></thead>
<tbody>
${groups.map(checkRow)}</tbody>
</table>
</section>
`;
}

function checkRow(findings: readonly AuditFinding[]): Markup {
  const [first] = findings;
  if (first === undefined) return nothing;
  const { origin, severity } = first;
  return markup`<tr class="${severity}"><th scope="row">${originLink(origin)}</th><td><strong class="severity">${severity}</strong></td><td class="number">${findings.length}</td></tr>
`;
}

/** Returns the table of contents: each namespace with its counts. */
export function namespacesSection(groups: readonly NamespaceGroup[]): Markup {
  if (groups.length === 0) return nothing;
  return markup`<nav aria-labelledby="namespaces">
<h2 id="namespaces">Namespaces</h2>
<table>
<thead><tr><th scope="col">Namespace</th><th scope="col" class="number">Objects</th><th scope="col" class="number">Errors</th><th scope="col" class="number">Warnings</th><th scope="col" class="number">Info</th></tr></thead>
<tbody>
${groups.map(namespaceRow)}</tbody>
</table>
</nav>
`;
}

function namespaceRow({ id, namespace, objects }: NamespaceGroup): Markup {
  const { findings } = tallyOf(objects);
  const count = (severity: AuditSeverity): Markup => markup`<td class="number">${findings[severity]}</td>`;
  return markup`<tr><th scope="row"><a href="#${id}">${namespaceName(namespace)}</a></th><td class="number">${objects.length}</td>${severities.map(count)}</tr>
`;
}

/** Returns the table of the resources that the audit could not read. */
export function unreadSection(unread: readonly UnreadResource[]): Markup {
  if (unread.length === 0) return nothing;
  const rows = unread.toSorted((a, b) => compareTexts(a.resource, b.resource)).map(unreadRow);
  return markup`<section aria-labelledby="unread">
<h2 id="unread">Resources that the audit could not read</h2>
<p>Checks that need these resources report nothing.</p>
<table>
<thead><tr><th scope="col">Resource</th><th scope="col">Reason</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</section>
`;
}

function unreadRow({ resource, reason }: UnreadResource): Markup {
  return markup`<tr><th scope="row"><code>${shorten(resource, 300)}</code></th><td>${shorten(reason, 2000)}</td></tr>\n`;
}
