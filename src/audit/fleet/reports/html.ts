import { shorten } from "../../../core/field/path.ts";
import type { Report } from "../../../report/report.ts";
import { htmlPage } from "../../reports/html/html-page.ts";
import { type Markup, markup, maxMessage, maxName, nothing } from "../../reports/html/markup.ts";
import { clusterHeader } from "../../reports/html/overview.ts";
import { auditSections, maxDetailed } from "../../reports/html.ts";
import { scoreText } from "../../reports/shown.ts";
import type { AuditResult } from "../../result.ts";
import type { Fleet } from "../fleet.ts";
import { fleetScore } from "./text.ts";

export const fleetHtml: Report<Fleet<AuditResult>> = (fleet, { version }) => {
  const { clusters } = fleet;
  const score = fleetScore(fleet);
  const ofCluster = Math.ceil(maxDetailed / Math.max(clusters.length, 1));
  return htmlPage(
    `Audit of Leases: ${score}`,
    markup`<header>
<h1>Audit of Leases and LeaseCandidates</h1>
<p class="score">${score}</p>
<p>lease-guard ${version}</p>
</header>
<main>
${unreadClusters(fleet)}${clusters.length === 0 ? nothing : contents(clusters)}${clusters.map(
  (result, index) => markup`<section aria-labelledby="cluster-${index + 1}">
<h2 id="cluster-${index + 1}">Cluster <code>${shorten(result.cluster.name, maxName)}</code></h2>
${clusterHeader(result, version)}${auditSections(result, { prefix: `cluster-${index + 1}-`, maxDetailed: ofCluster })}</section>
`,
)}</main>
`,
  );
};

/** Returns the table of the clusters that could not be read. */
function unreadClusters({ unread }: Fleet<unknown>): Markup {
  if (unread.length === 0) return nothing;
  return markup`<section aria-labelledby="unread-clusters">
<h2 id="unread-clusters">Clusters that could not be read</h2>
<table>
<thead><tr><th scope="col">Cluster</th><th scope="col">Reason</th></tr></thead>
<tbody>
${unread.map(({ cluster, reason }) => markup`<tr class="error"><th scope="row"><code>${shorten(cluster.name, maxName)}</code></th><td>${shorten(reason, maxMessage)}</td></tr>\n`)}</tbody>
</table>
</section>
`;
}

function contents(clusters: readonly AuditResult[]): Markup {
  const rows = clusters.map(
    (result, index) =>
      markup`<tr><th scope="row"><a href="#cluster-${index + 1}"><code>${shorten(result.cluster.name, maxName)}</code></a></th><td>${scoreText(result)}</td></tr>\n`,
  );
  return markup`<nav aria-labelledby="clusters">
<h2 id="clusters">Clusters</h2>
<table>
<thead><tr><th scope="col">Cluster</th><th scope="col">Findings</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</nav>
`;
}
